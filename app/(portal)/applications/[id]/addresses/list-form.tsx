import { useTranslations } from 'next-intl'
import { Shown } from '@/app/_request/shown'
import { ActionForm } from '@/components/ui/action-form'
import { Checkbox } from '@/components/ui/checkbox'
import { FormEnd } from '@/components/ui/form-end'
import { FormStage } from '@/components/ui/form-stage'
import { Moment } from '@/components/ui/moment'
import { Textarea } from '@/components/ui/textarea'
import type { TeamApplication } from '@/lib/applications/queries'
import { coverage, writeNetwork } from '@/lib/network'
import { type CallingNetworks, previewDays } from '@/lib/networks/queries'
import { maxNetworks } from '@/lib/networks/schema'
import { maxCountedNetworks } from '@/lib/usage/schema'
import { changeOwnNetworks } from './actions'
import { Outcome } from './outcome'
import { suggestionField } from './suggestions'

type Props = {
  application: TeamApplication
  calling: CallingNetworks
}

/** The list and the networks that call; a first press shows what the list would do, a second one saves it. */
export function ListForm({ application, calling }: Props) {
  const t = useTranslations('networks')
  const { id, allowedNetworks } = application
  return (
    <FormStage action={changeOwnNetworks.bind(null, id)}>
      <ActionForm className="max-w-none gap-5">
        <Shown of={allowedNetworks} />
        <Textarea
          name="networks"
          label={t('networks')}
          hint={t('networksHint', { max: maxNetworks })}
          defaultValue={allowedNetworks.map(writeNetwork).join('\n')}
          autoComplete="off"
          spellCheck={false}
          maxLength={4000}
          className="font-mono text-sm"
        />
        <Suggestions calling={calling} list={allowedNetworks} />
        <FormEnd name="intent" value="preview" variant="secondary">
          {t('preview')}
        </FormEnd>
        <Outcome
          texts={{
            title: t('outcome.title'),
            reason: t('reason'),
            reasonHint: t('reasonHint'),
            save: t('save'),
            request: t('request'),
          }}
        />
      </ActionForm>
    </FormStage>
  )
}

function Suggestions({ calling, list }: { calling: CallingNetworks; list: string[] }) {
  const t = useTranslations('networks')
  const { since, networks, others } = calling
  const inList = (network: string) => (list.length === 0 ? 'none' : coverage(network, list))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">{t('suggestions')}</legend>
      <p className="text-muted text-sm">
        {since ? t.rich('since', { day: () => <Moment at={since} as="day" /> }) : t('noCalls')}
      </p>
      {networks.map(({ network, recent, lastDay }) => (
        <Checkbox
          key={network}
          name={suggestionField(network)}
          label={t('suggestion', { network, count: recent, days: previewDays })}
          hint={
            <>
              {t.rich('lastCall', { day: () => <Moment at={lastDay} as="day" /> })}
              {list.length > 0 && `, ${t(`covered.${inList(network)}`)}`}
            </>
          }
        />
      ))}
      {others > 0 && (
        <p className="text-muted text-sm">
          {t('others', { max: maxCountedNetworks, count: others, days: previewDays })}
        </p>
      )}
    </fieldset>
  )
}
