import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { BodyRefusal, readBody } from '@/app/_request/read-body'
import type { Result } from '@/lib/result'
import { uploadRoutes } from '@/lib/uploads'
import { discardUpload, type StagedUpload, stageUpload } from '@/lib/wallet/upload-content'

/** The text fields of the form with the file's name, and the file where one arrived whole. */
export type ReceivedUpload = {
  fields: Record<string, string>
  staged: Result<StagedUpload, 'file_empty'> | null
  problem: 'form_too_large' | 'too_slow' | 'malformed' | null
}

/** Reads the form of an upload as a stream; nothing of a form that breaks off remains. */
export async function receiveUpload(request: Request): Promise<ReceivedUpload> {
  const fields: Record<string, string> = {}
  let staging: Promise<ReceivedUpload['staged']> = Promise.resolve(null)
  let problem: ReceivedUpload['problem'] = null
  try {
    const parser = busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fields: 20, fieldSize: 1100, files: 1, parts: 30 },
    })
    parser.on('field', (name, value) => {
      fields[name] = value
    })
    parser.on('file', (_name, stream, { filename }) => {
      // If the form breaks off, its file fails, even one that is only skipped.
      stream.on('error', () => {})
      if (!filename) return stream.resume()
      fields.file = filename
      staging = stageUpload(stream)
      // Awaited below, once the form has been read; until then a failure must not count as unhandled.
      staging.catch(() => stream.resume())
    })
    await pipeline(Readable.from(readBody(request, uploadRoutes.accounts)), parser)
  } catch (error) {
    problem = error instanceof BodyRefusal ? error.reason : 'malformed'
  }
  const staged = problem ? await staging.catch(() => null) : await staging
  if (problem && staged?.ok) await discardUpload(staged.value.id)
  return { fields, staged, problem }
}
