import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/checkbox'
import type { NewEndpoint } from '@/lib/webhooks/schema'

type Props = {
  types: readonly NewEndpoint['events'][number][]
  /** Those that are ticked at first. */
  chosen: readonly string[]
  /** Before the ids, where a page has more than one such form. */
  prefix?: string
}

/** A checkbox for each event that an endpoint can be sent. */
export function EventBoxes({ types, chosen, prefix = '' }: Props) {
  const t = useTranslations('webhooks')
  return (
    <fieldset className="@container">
      <legend className="mb-2 font-medium text-sm">{t('add.events')}</legend>
      <div className="grid @xl:grid-cols-2 gap-x-8 gap-y-3">
        {types.map((type) => (
          <Checkbox
            key={type}
            id={prefix + type}
            name={type}
            label={type}
            mono
            hint={t(`events.${type}`)}
            defaultChecked={chosen.includes(type)}
          />
        ))}
      </div>
    </fieldset>
  )
}
