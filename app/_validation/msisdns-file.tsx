'use client'

import { type ChangeEvent, useState } from 'react'
import { controlAttributes, FieldError, fileLook } from '@/components/ui/field'
import { maxAccountListLength } from '@/lib/validation/account-list'

type Props = {
  /** The id of the textarea that takes the file's text. */
  target: string
  label: string
  tooLarge: string
}

/** Reads a file of numbers into a field, where they can be seen; one that does not fit leaves the field as it is. */
export function MsisdnsFile({ target: id, label, tooLarge }: Props) {
  const [error, setError] = useState<string | null>(null)

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [file, list] = [target.files?.[0], document.getElementById(id) as HTMLTextAreaElement | null]
    if (!file || !list) return
    const fits = file.size <= maxAccountListLength
    setError(fits ? null : tooLarge)
    if (fits) list.value = await file.text()
  }

  return (
    <>
      <label className="needs-script flex min-w-0 max-w-full flex-wrap items-center gap-3 text-sm">
        {label}
        <input
          {...controlAttributes('msisdns-file', { error })}
          type="file"
          accept=".csv,.txt,text/plain,text/csv"
          onChange={read}
          className={fileLook}
        />
      </label>
      <FieldError id="msisdns-file" error={error} />
    </>
  )
}
