import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Brand, Mark } from '@/components/mark'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'

type Props = {
  certificate: {
    kind: 'rehearsal' | 'approval'
    applicationName: string
    organisationName: string | null
    at: Date
    cases: number
  }
  brand: Brand
}

/** A sheet to print and to show: who passed what, and when. */
export function Certificate({ certificate, brand }: Props) {
  const t = useTranslations('applications.certificate')
  const { kind, applicationName, organisationName, at, cases } = certificate
  return (
    <article className="mx-auto w-full max-w-xl break-inside-avoid rounded-t-full border-2 border-accent bg-surface p-2">
      <div className="grid justify-items-center gap-5 rounded-t-full border border-accent px-6 pt-20 pb-10 text-center sm:px-12 sm:pt-28">
        <Mark brand={brand} />
        <p className="text-muted">{brand.productName}</p>
        <h2 className="text-balance text-3xl">{t(`${kind}.title`)}</h2>
        <p className="grid gap-1">
          <strong className="text-2xl [overflow-wrap:anywhere]">{applicationName}</strong>
          {organisationName && <span className="text-muted">{organisationName}</span>}
        </p>
        <div className="w-full max-w-sm">
          <DefinitionList
            items={[
              { term: t('result'), value: t(`${kind}.result`, { cases }) },
              { term: t('date'), value: <Moment at={at} as="date" /> },
            ]}
          />
        </div>
        <span
          aria-hidden="true"
          className="-rotate-8 grid size-24 place-items-center rounded-full border-4 border-success border-double text-success"
        >
          <Check className="size-12" />
        </span>
      </div>
    </article>
  )
}
