import { seeOther } from '@/app/_request/return-path'
import { isSameOrigin } from '@/app/_request/same-origin'
import { isConfirmed, requireAdministrator } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { submitUpload } from '@/lib/wallet/commands'
import { uploadOptionsSchema } from '@/lib/wallet/schema'
import { discardUpload } from '@/lib/wallet/upload-content'
import { typedFields } from '../typed'
import { receiveUpload } from './receive'

const page = '/administration/accounts'

/** Stages a file of accounts and hands it to the worker. Problems are codes in the URL, with what was typed. */
export async function POST(request: Request): Promise<Response> {
  const administrator = await requireAdministrator()
  if (!isSameOrigin(request.headers.get('origin'), request.headers.get('sec-fetch-site')))
    return new Response(null, { status: 403 })
  if (!isConfirmed(administrator)) return seeOther(withQuery('/confirm', { next: page }))
  const { fields, staged, problem } = await receiveUpload(request)
  const options = uploadOptionsSchema.safeParse(fields)
  const problems = [
    ...(problem ? [`file:${problem}`] : []),
    ...(problem || staged?.ok ? [] : [`file:${staged?.reason ?? 'file_missing'}`]),
    ...(options.success
      ? []
      : options.error.issues.map(({ path, message }) => `${String(path[0])}:${message}`)),
  ]
  if (staged?.ok && options.success && problems.length === 0) {
    await submitUpload(staged.value, options.data, { id: administrator.id, role: 'administrator' })
    return seeOther(withQuery(page, { done: 'uploaded' }))
  }
  if (staged?.ok && !problem) await discardUpload(staged.value.id)
  return seeOther(withQuery(page, { problem: problems, ...typedFields(fields) }))
}
