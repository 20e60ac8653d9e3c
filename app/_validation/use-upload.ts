'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type DocumentLine, uploadFile } from './upload'

type Options = {
  action: string
  field: string
  lost: string
  input: RefObject<HTMLInputElement | null>
  onBusy: (change: 1 | -1) => void
  onStored: (document: DocumentLine) => void
  /** The page shows another document than there is. */
  onStale: () => void
}

/** Uploads a field's files as soon as they are chosen, and empties the field, so the form doesn't send them again. */
export function useUpload({ action, field, lost, input, ...given }: Options) {
  const [percent, setPercent] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const callbacks = useRef(given)
  callbacks.current = given
  const sending = useRef<AbortController | null>(null)

  const send = useCallback(
    async (file: File) => {
      // One at a time; it may be chosen, and dropped, meanwhile.
      if (sending.current) return
      callbacks.current.onBusy(1)
      setError(null)
      setPercent(0)
      const form = new FormData(input.current?.form ?? undefined)
      sending.current = new AbortController()
      const { signal } = sending.current
      const response = await uploadFile({ action, field, file, lost, form, signal }, setPercent)
      if ('document' in response) callbacks.current.onStored(response.document)
      else if (!signal.aborted) {
        setError(response.error)
        if (response.stale) callbacks.current.onStale()
      }
      sending.current = null
      setPercent(null)
      if (input.current) input.current.value = ''
      callbacks.current.onBusy(-1)
    },
    [action, field, lost, input],
  )

  // A file chosen before the script was loaded; where React repeats the change too, the first of both sends it.
  useEffect(() => {
    const early = input.current?.files?.[0]
    if (early) send(early)
  }, [send, input])

  return { percent, error, setError, send, cancel: () => sending.current?.abort() }
}
