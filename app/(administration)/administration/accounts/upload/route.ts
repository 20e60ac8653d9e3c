import { provesIdentity } from '@/app/_request/prove'
import { readFields } from '@/app/_request/read-fields'
import { seeOther } from '@/app/_request/return-path'
import {
  type CurrentDeveloper,
  followSession,
  isConfirmed,
  requireAdministrator,
} from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { formKeyField } from '@/components/ui/confirming-field'
import { execute } from '@/lib/commands/execute'
import { isFormOfOther } from '@/lib/request'
import { submitUpload } from '@/lib/wallet/commands'
import { uploadOptionsSchema } from '@/lib/wallet/schema'
import { discardUpload } from '@/lib/wallet/upload-content'
import { typedFields } from '../typed'
import { type ReceivedUpload, receiveUpload } from './receive'

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
    return seeOther(withQuery(page, 'refused' in outcome ? outcome : { ...outcome, ...typedFields(fields) }))
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
  const { password: _, code: __, [formKeyField]: idempotencyKey, ...content } = fields
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
    : !isConfirmed(developer)
  if (asks) {
    if (await provesIdentity(developer, formOf(fields)))
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
