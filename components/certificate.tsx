import { Check } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Brand, BrandLogo } from '@/components/brand-logo'
import { DateTime } from '@/components/ui/date-time'
import type { RehearsalCase } from '@/lib/rehearsals/schema'

export type CertificateProps = {
  certificate: {
    kind: 'rehearsal' | 'approval'
    applicationName: string
    organisationName: string | null
    at: Date
    /** The names of the passed test cases are its result; none for an approval. */
    cases: RehearsalCase[]
  }
  brand: Brand
  /** Without the names of the cases: where they are shown beside it. */
  short?: boolean
}

/** A sheet to print and to show: who passed what, and when. */
export function Certificate({ certificate, brand, short }: CertificateProps) {
  const t = useTranslations('applications.certificate')
  const names = useTranslations('rehearsal.cases')
  const { kind, applicationName, organisationName, at, cases } = certificate
  return (
    <article className="certificate mx-auto grid w-full max-w-160 break-inside-avoid bg-ticket p-3 text-ink shadow-lifted sm:p-5 print:shadow-none">
      <div className="grid justify-items-center rounded-t-full border-[1.5px] border-accent p-1">
        <div className="grid w-full justify-items-center gap-6 rounded-t-full border border-accent/55 px-5 pt-10 pb-7 text-center sm:px-10">
          <Rosette passed={cases.length} />
          <div>
            <p className="text-balance font-semibold text-4xl leading-tight tracking-tight [overflow-wrap:anywhere] sm:text-5xl">
              {applicationName}
            </p>
            {organisationName && <p className="mt-1 text-muted">{organisationName}</p>}
            <h2 className="mt-4 font-normal text-xl">{t(`${kind}.title`)}</h2>
          </div>
          {cases.length > 0 && !short && (
            <ul className="w-full gap-x-6 border-line-strong border-t border-dashed pt-5 text-left text-sm leading-6 sm:columns-2">
              {cases.map((id) => (
                <li key={id} className="flex break-inside-avoid items-start gap-2">
                  <Check aria-hidden="true" className="mt-1.25 size-3.5 shrink-0 text-success" />
                  {names(id)}
                </li>
              ))}
            </ul>
          )}
          {cases.length === 0 && <p className="text-muted">{t('approval.result')}</p>}
          <p className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-2 text-muted text-sm">
            <span className="flex items-center gap-2 font-semibold text-base text-ink">
              <BrandLogo brand={brand} size="small" />
              {brand.productName}
            </span>
            <DateTime at={at} as="date" />
          </p>
        </div>
      </div>
    </article>
  )
}

function Rosette({ passed }: { passed: number }) {
  return (
    <div className="relative grid size-56 place-items-center sm:size-80">
      <svg
        viewBox="-154 -154 308 308"
        aria-hidden="true"
        className="absolute inset-0 text-accent forced-colors:hidden"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.6"
      >
        <path d={rosettePath(128, 24)} />
        <path d={rosettePath(98, 5, 36, 2)} />
      </svg>
      {passed > 0 ? (
        <p className="font-semibold text-[2.625rem] tabular-nums leading-none sm:text-[4.5rem] tracking-tighter">
          {passed} <span className="font-normal text-muted">/ {passed}</span>
        </p>
      ) : (
        <Check aria-hidden="true" className="size-24 text-success" />
      )}
    </div>
  )
}

const steps = 720

/**
 * The guilloche of a certificate as one SVG path around (0, 0), as banknotes have it: waves of the same length, each
 * shifted against the one before.
 * @param radius of the middle of the band, and half its width
 */
export function rosettePath(radius: number, width: number, waves = 18, curves = 12): string {
  return Array.from({ length: curves }, (_, curve) => {
    const points = Array.from({ length: steps }, (_, step) => {
      const angle = (step / steps) * 2 * Math.PI
      const distance = radius + width * Math.cos(waves * angle + (curve / curves) * 2 * Math.PI)
      return `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`
    })
    return `M${points.join('L')}Z`
  }).join('')
}
