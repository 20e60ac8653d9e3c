import { documentVersionField } from '@/lib/documents/schema'

/** A document in words: shown by both the server page and the uploading script. */
export type DocumentLine = {
  id: string
  name: string
  href: string
  about: string
  /** Which other file of the submission it repeats, as a sentence. */
  duplicate: string | null
}

/** `stale`: the page shows another document than there is by now. */
export type UploadResponse = { document: DocumentLine } | { error: string; stale?: boolean }

/**
 * Sends one file by itself, as the form would, and reports the progress.
 * @param lost the sentence for a broken connection
 * @param form for whom it was rendered, and what it shows
 */
export function uploadFile(
  {
    action,
    field,
    file,
    lost,
    form,
    signal,
  }: Record<'action' | 'field' | 'lost', string> & { file: File; form: FormData; signal: AbortSignal },
  onProgress: (percent: number) => void,
): Promise<UploadResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.round((100 * loaded) / total)),
    )
    request.addEventListener('load', () => resolve(readResponse(request.responseText) ?? { error: lost }))
    request.addEventListener('error', () => resolve({ error: lost }))
    request.addEventListener('abort', () => resolve({ error: lost }))
    signal.addEventListener('abort', () => request.abort())
    request.open('POST', action)
    request.setRequestHeader('Accept', 'application/json')
    const fields = new FormData()
    for (const name of ['person', `${documentVersionField}${field}`])
      fields.append(name, form.get(name) ?? '')
    fields.append(field, file, file.name)
    request.send(fields)
  })
}

function readResponse(text: string): UploadResponse | null {
  try {
    const response = JSON.parse(text)
    return 'document' in response || typeof response.error === 'string' ? response : null
  } catch {
    return null
  }
}
