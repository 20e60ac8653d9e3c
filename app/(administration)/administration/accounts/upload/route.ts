import { leadOnce } from '@/app/_request/once'
import { readFields } from '@/app/_request/read-fields'
import { seeOther } from '@/app/_request/return-path'
import { type CurrentDeveloper, isConfirmed, requireAdministrator } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { withQuery } from '@/components/query'
import { execute } from '@/lib/commands/execute'
import { confirmIdentity } from '@/lib/identity/confirmation'
import { confirmationSchema } from '@/lib/identity/schema'
import { isFormOfOther } from '@/lib/request'
import { submitUpload } from '@/lib/wallet/commands'
import { uploadOptionsSchema } from '@/lib/wallet/schema'
import { discardUpload } from '@/lib/wallet/upload-content'
import { typedFields } from '../typed'
import { receiveUpload } from './receive'

const page = '/administration/accounts'

/** Stages a file of accounts and hands it to the worker. Problems are codes in the URL, with what was typed. */
export async function POST(request: Request): Promise<Response> {
  const administrator = await requireAdministrator()
  const { fields, staged, problem } = await receiveUpload(request)
  const input = (await readFields(Object.entries(fields))).fields
  let handedOver = false
  const run = async () => {
    const options = uploadOptionsSchema.safeParse(input)
    const proven = isConfirmed(administrator) || (await confirmHere(administrator, input))
    const problems = [
      ...(proven ? [] : ['password:proof_wrong']),
      ...(problem ? [`file:${problem}`] : []),
      ...(problem || staged?.ok ? [] : [`file:${staged?.reason ?? 'file_missing'}`]),
      ...(options.success
        ? []
        : options.error.issues.map(({ path, message }) => `${String(path[0])}:${message}`)),
    ]
    if (!staged?.ok || !options.success || problems.length > 0)
      return withQuery(page, { problem: problems, ...typedFields(fields) })
    await submitUpload(staged.value, options.data, { id: administrator.id, role: 'administrator' })
    handedOver = true
    return withQuery(page, { done: 'uploaded' })
  }
  try {
    if (isFormOfOther(administrator.id, fields)) return seeOther(withQuery(page, { refused: 'other_person' }))
    const { password: _, code: _code, ...typed } = fields
    return await leadOnce(typed, administrator.id, run, (refused) => withQuery(page, { refused }))
  } finally {
    if (staged?.ok && !problem && !handedOver) await discardUpload(staged.value.id)
  }
}

/** Confirms by what was typed in this very form: its file is kept nowhere meanwhile. */
async function confirmHere({ actor }: CurrentDeveloper, fields: Record<string, string>) {
  const proof = confirmationSchema.safeParse(fields)
  if (!proof.success) return false
  const result = await execute(confirmIdentity, { actor, input: proof.data })
  if (result.ok) await setSessionCookie(result.value)
  return result.ok
}
