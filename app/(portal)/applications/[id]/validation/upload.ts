import type { DocumentLine } from './wording'

export type UploadAnswer = { document: DocumentLine } | { error: string }

/**
 * Sends one file by itself, as the form would, and reports how much has left.
 * @param lost the sentence for a connection that broke
 */
export function uploadFile(
  { action, field, file, lost }: { action: string; field: string; file: File; lost: string },
  onProgress: (percent: number) => void,
): Promise<UploadAnswer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(Math.round((100 * loaded) / total)),
    )
    request.addEventListener('load', () => resolve(readAnswer(request.responseText) ?? { error: lost }))
    request.addEventListener('error', () => resolve({ error: lost }))
    request.addEventListener('abort', () => resolve({ error: lost }))
    request.open('POST', action)
    request.setRequestHeader('Accept', 'application/json')
    const form = new FormData()
    form.append(field, file, file.name)
    request.send(form)
  })
}

function readAnswer(text: string): UploadAnswer | null {
  try {
    const answer = JSON.parse(text)
    return 'document' in answer || typeof answer.error === 'string' ? answer : null
  } catch {
    return null
  }
}
