'use client'

import { type ChangeEvent, useRef } from 'react'
import { fileLook } from '@/components/ui/field'
import { RadioCards } from '@/components/ui/radio-cards'
import { Textarea } from '@/components/ui/textarea'

export type AccessLabels = Record<
  'access' | 'accessAll' | 'accessListed' | 'msisdns' | 'msisdnsHint' | 'msisdnsFile',
  string
> & {
  /** What it may read already; null for a first approval. */
  accessUnchanged: string | null
}

type Props = { labels: AccessLabels; values?: Record<string, string>; error?: string }

/** What the application may read once approved. A file's numbers are read into the field, where they can be seen. */
export function AccessFields({ labels, values, error }: Props) {
  const list = useRef<HTMLTextAreaElement>(null)

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (file && list.current && file.size < 400_000) list.current.value = await file.text()
  }

  return (
    <div className="group grid gap-4">
      <RadioCards
        key={values?.access}
        name="access"
        label={labels.access}
        defaultValue={values?.access ?? (labels.accessUnchanged ? 'unchanged' : 'listed')}
        options={[
          ...(labels.accessUnchanged
            ? [{ value: 'unchanged', label: labels.accessUnchanged, tone: 'production' as const }]
            : []),
          { value: 'all', label: labels.accessAll, tone: 'production' },
          { value: 'listed', label: labels.accessListed, tone: 'production' },
        ]}
      />
      <div className="hidden gap-3 group-has-[input[value=listed]:checked]:grid">
        <Textarea
          ref={list}
          name="msisdns"
          label={labels.msisdns}
          hint={labels.msisdnsHint}
          defaultValue={values?.msisdns}
          error={error}
          className="font-mono"
        />
        <label className="needs-script flex min-w-0 max-w-full flex-wrap items-center gap-3 text-sm">
          {labels.msisdnsFile}
          <input type="file" accept=".csv,.txt,text/plain,text/csv" onChange={read} className={fileLook} />
        </label>
      </div>
    </div>
  )
}
