'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { uploadFile } from './upload'
import type { DocumentLine } from './wording'

type Options = {
  action: string
  field: string
  lost: string
  input: RefObject<HTMLInputElement | null>
  onBusy: (change: 1 | -1) => void
  onStored: (document: DocumentLine) => void
}

/** Sends what is chosen in a file field at once, and empties the field: the form then has nothing left to send. */
export function useUpload({ action, field, lost, input, onBusy, onStored }: Options) {
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const callbacks = useRef({ onBusy, onStored })
  callbacks.current = { onBusy, onStored }

  const send = useCallback(
    async (file: File) => {
      callbacks.current.onBusy(1)
      setError(null)
      setPercent(0)
      const answer = await uploadFile({ action, field, file, lost }, setPercent)
      if ('document' in answer) callbacks.current.onStored(answer.document)
      else setError(answer.error)
      setPercent(null)
      if (input.current) input.current.value = ''
      callbacks.current.onBusy(-1)
    },
    [action, field, lost, input],
  )

  // A file chosen before the script was there.
  useEffect(() => {
    const early = input.current?.files?.[0]
    if (early) send(early)
  }, [send, input])

  return { percent, error, setError, send }
}
