/** A document in words: shown by both the server page and the uploading script. */
export type DocumentLine = {
  id: string
  name: string
  href: string
  about: string
  /** Which other file of the submission it repeats, as a sentence. */
  duplicate: string | null
}

export type UploadResponse = { document: DocumentLine } | { error: string }

/**
 * Sends one file by itself, as the form would, and reports the progress.
 * @param lost the sentence for a broken connection
 * @param person for whom the form was rendered
 */
export function uploadFile(
  {
    action,
    field,
    file,
    lost,
    person,
  }: Record<'action' | 'field' | 'lost' | 'person', string> & { file: File },
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
    request.open('POST', action)
    request.setRequestHeader('Accept', 'application/json')
    const form = new FormData()
    form.append('person', person)
    form.append(field, file, file.name)
    request.send(form)
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
