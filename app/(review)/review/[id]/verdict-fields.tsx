import { useLocale, useTranslations } from 'next-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { Radio } from '@/components/ui/radio'
import { TextInput } from '@/components/ui/text-input'
import type { Review } from '@/lib/validation/queries'

type Props = {
  requirement: Review['submission']['requirements'][number]
  /** The document's title, which distinguishes the groups. */
  name: string
}

/** The checklist of one document, and the verdict on it; a reason is asked for only where it is to be replaced. */
export function VerdictFields({ requirement, name }: Props) {
  const t = useTranslations('review.documents')
  const { requirementId, verdict, verdictReason } = requirement
  const lines = useLocale() === 'fr' ? requirement.checklistFr : requirement.checklistEn
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">{name}</h3>
      {lines.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium text-sm">
            {t('checklist')}
            <span className="sr-only">{`: ${name}`}</span>
          </legend>
          {lines.map((line, position) => (
            <Checkbox
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
              key={position}
              name={`check-${requirementId}-${position}`}
              label={line}
            />
          ))}
        </fieldset>
      )}
      <fieldset className="group grid gap-3">
        <legend className="sr-only">{`${t('verdict')}: ${name}`}</legend>
        <div className="flex flex-wrap gap-2">
          {(['accepted', 'replace'] as const).map((value) => (
            <Radio
              key={value}
              name={`verdict-${requirementId}`}
              value={value}
              label={t(value)}
              chosen={verdict}
            />
          ))}
        </div>
        <div className="hidden max-w-prose group-has-[input[value=replace]:checked]:block">
          <TextInput
            name={`because-${requirementId}`}
            label={t('because')}
            defaultValue={verdictReason ?? ''}
            maxLength={2000}
          />
        </div>
      </fieldset>
    </div>
  )
}
