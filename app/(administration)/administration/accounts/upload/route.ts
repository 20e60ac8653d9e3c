import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { BodyRefusal, readBodyChunks } from '@/app/_request/read-body'
import { readFields } from '@/app/_request/read-fields'
import { reauthenticateFromForm } from '@/app/_request/reauthenticate'
import { seeOther } from '@/app/_request/return-path'
import {
  type CurrentDeveloper,
  followSession,
  isRecentlyAuthenticated,
  requireAdministrator,
} from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { idempotencyKeyField } from '@/components/ui/hidden-field-names'
import { execute } from '@/lib/commands/execute'
import { isFormOfOther } from '@/lib/request-context'
import type { Result } from '@/lib/result'
import { uploadRoutes } from '@/lib/uploads'
import { submitUpload } from '@/lib/wallet/commands'
import { uploadOptionsSchema } from '@/lib/wallet/schema'
import { discardUpload, type StagedUpload, stageUpload } from '@/lib/wallet/upload-content'
import { submittedFields } from '../submitted-fields'

const page = '/administration/accounts'

/** Stages a file of accounts and hands it to the worker. Problems are codes in the URL, with what was typed. */
export async function POST(request: Request): Promise<Response> {
  const administrator = await requireAdministrator()
  const received = await receiveUpload(request)
  const { fields, staged, problem } = received
  let handedOver = false
  try {
    if (isFormOfOther(administrator.id, fields)) return seeOther(withQuery(page, { refused: 'other_person' }))
    await followSession()
    const outcome = await handOver(administrator, received)
    handedOver = outcome === 'done'
    if (typeof outcome === 'string') return seeOther(withQuery(page, { done: 'uploaded' }))
    return seeOther(
      withQuery(page, 'refused' in outcome ? outcome : { ...outcome, ...submittedFields(fields) }),
    )
  } finally {
    if (staged?.ok && !problem && !handedOver) await discardUpload(staged.value.id)
  }
}

type Outcome = 'done' | 'repeated' | { problem: string[] } | { refused: 'repeated' }

/** Whoever has to confirm that it is them does so in this very form: its file is kept nowhere meanwhile. */
async function handOver(
  developer: CurrentDeveloper,
  { fields, staged, problem }: ReceivedUpload,
): Promise<Outcome> {
  const options = uploadOptionsSchema.safeParse((await readFields(Object.entries(fields))).fields)
  const problems = [
    ...(problem ? [`file:${problem}`] : []),
    ...(problem || staged?.ok ? [] : [`file:${staged?.reason ?? 'file_missing'}`]),
    ...(options.error?.issues.map(({ path, message }) => `${String(path[0])}:${message}`) ?? []),
  ]
  const { password: _, code: __, [idempotencyKeyField]: idempotencyKey, ...content } = fields
  const attempt = async () =>
    staged?.ok && options.success && problems.length === 0
      ? execute(submitUpload, {
          actor: developer.actor,
          input: { staged: staged.value, options: options.data },
          idempotencyKey,
          content,
          location: () => page,
        })
      : null
  let outcome = await attempt()
  const asks = outcome
    ? outcome.ok === false && outcome.reason === 'confirmation_required'
    : !isRecentlyAuthenticated(developer)
  if (asks) {
    if (await reauthenticateFromForm(developer, formOf(fields)))
      return { problem: ['password:proof_wrong', ...problems] }
    outcome = await attempt()
  }
  if (!outcome) return { problem: problems }
  if (outcome.ok) return 'done'
  return 'location' in outcome && outcome.location ? 'repeated' : { refused: 'repeated' }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** The text fields of the form with the file's name, and the file where one arrived whole. */
type ReceivedUpload = {
  fields: Record<string, string>
  staged: Result<StagedUpload, 'file_empty'> | null
  problem: 'form_too_large' | 'too_slow' | 'malformed' | null
}

/** Reads the form of an upload as a stream; nothing of a form that breaks off remains. */
async function receiveUpload(request: Request): Promise<ReceivedUpload> {
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
    await pipeline(Readable.from(readBodyChunks(request, uploadRoutes.accounts)), parser)
  } catch (error) {
    problem = error instanceof BodyRefusal ? error.reason : 'malformed'
  }
  const staged = problem ? await staging.catch(() => null) : await staging
  if (problem && staged?.ok) await discardUpload(staged.value.id)
  return { fields, staged, problem }
}
