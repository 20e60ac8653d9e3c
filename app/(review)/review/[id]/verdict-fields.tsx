import { useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { RadioCards } from '@/components/ui/radio-cards'
import { TextInput } from '@/components/ui/text-input'
import { useLocale } from '@/i18n/current-locale'
import { localised } from '@/lib/translations'
import type { Review } from '@/lib/validation/queries'

type Props = {
  requirement: Review['submission']['requirements'][number]
  /** The document's title, which names the group. */
  name: string
}

/**
 * The checklist of one document, and the verdict on it, with none to begin with: whoever approves has looked. A reason
 * is asked for only where it is to be replaced.
 */
export function VerdictFields({ requirement, name }: Props) {
  const t = useTranslations('review.documents')
  const { requirementId, verdict } = requirement
  const lines = localised(requirement, 'checklist', useLocale())
  return (
    <div className="group grid gap-4">
      <RadioCards
        keep
        name={`verdict-${requirementId}`}
        label={name}
        hint={verdict === 'accepted' && t('acceptedBefore')}
        options={(['accepted', 'replace'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <div className="hidden max-w-prose group-has-[input[value=replace]:checked]:block">
        <TextInput keep name={`because-${requirementId}`} label={t('because')} maxLength={2000} />
      </div>
      {lines.length > 0 && (
        <ul aria-label={`${t('checklist')}: ${name}`} className="grid gap-2">
          {lines.map((line, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
            <li key={position}>
              <Checkbox keep name={`check-${requirementId}-${position}`} label={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
