import { useTranslations } from 'next-intl'
import { Radio } from '@/components/ui/radio'
import { TextInput } from '@/components/ui/text-input'

type Props = {
  requirementId: string
  /** The document's title, which distinguishes the groups. */
  name: string
  verdict: string | null
  because: string
}

/** A reviewer's word on one document; what is wrong is asked for only where it is to be replaced. */
export function VerdictFields({ requirementId, name, verdict, because }: Props) {
  const t = useTranslations('review.documents')
  return (
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
          defaultValue={because}
          maxLength={2000}
        />
      </div>
    </fieldset>
  )
}
