import { TextInput } from '@/components/ui/text-input'

export type VerdictLabels = { verdict: string; accepted: string; replace: string; because: string }

type Props = {
  requirementId: string
  /** The document's, to tell the groups apart. */
  name: string
  verdict: string | null
  because: string
  error?: string
  labels: VerdictLabels
}

/** A reviewer's word on one document; what is wrong is asked for only where it is to be replaced. */
export function VerdictFields({ requirementId, name, verdict, because, error, labels }: Props) {
  const choices = [
    ['accepted', labels.accepted],
    ['replace', labels.replace],
  ] as const
  return (
    <fieldset className="group grid gap-3">
      <legend className="sr-only">{`${labels.verdict}: ${name}`}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(([value, label]) => (
          <label
            key={value}
            className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={`verdict-${requirementId}`}
              value={value}
              defaultChecked={verdict === value}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
      <div className="hidden max-w-prose group-has-[input[value=replace]:checked]:block">
        <TextInput
          name={`because-${requirementId}`}
          label={labels.because}
          defaultValue={because}
          error={error}
          maxLength={2000}
        />
      </div>
    </fieldset>
  )
}
