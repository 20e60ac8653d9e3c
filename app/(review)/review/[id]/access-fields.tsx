'use client'

import { type ChangeEvent, useRef, useState } from 'react'
import { controlAttributes, FieldError, fileLook } from '@/components/ui/field'
import { RadioCards } from '@/components/ui/radio-cards'
import { Textarea } from '@/components/ui/textarea'
import { maxAccountListLength } from '@/lib/validation/account-list'

export type AccessLabels = Record<
  'access' | 'accessAll' | 'accessListed' | 'msisdns' | 'msisdnsHint' | 'msisdnsFile' | 'msisdnsFileTooLarge',
  string
> & {
  /** What it may read already; null for a first approval. */
  accessUnchanged: string | null
}

type Props = { labels: AccessLabels; values?: Record<string, string>; error?: string }

/**
 * The accounts that the application may read once approved. The numbers of a file are read into the field, where they can
 * be seen; a file that does not fit leaves the field as it is.
 */
export function AccessFields({ labels, values, error }: Props) {
  const list = useRef<HTMLTextAreaElement>(null)
  const [fileError, setFileError] = useState<string | null>(null)

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file || !list.current) return
    const fits = file.size <= maxAccountListLength
    setFileError(fits ? null : labels.msisdnsFileTooLarge)
    if (fits) list.current.value = await file.text()
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
          <input
            {...controlAttributes('msisdns-file', { error: fileError })}
            type="file"
            accept=".csv,.txt,text/plain,text/csv"
            onChange={read}
            className={fileLook}
          />
        </label>
        <FieldError id="msisdns-file" error={fileError} />
      </div>
    </div>
  )
}
