import { redirect } from 'next/navigation'
import { type FormState, translateIssues } from '@/app/_request/action'
import { fieldError, formError, throttledError, unlessBusy } from '@/app/_request/form-errors'
import { readFields } from '@/app/_request/read-fields'
import { withReturn } from '@/app/_request/return-path'
import { type CurrentDeveloper, currentPath, followSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { type ReauthenticationInput, reauthenticate } from '@/lib/identity/reauthentication'
import { confirmationSchema, passkeySchema } from '@/lib/identity/schema'

/**
 * Confirms who someone is by what they entered into a form of any kind: a password, a code or a passkey. `developer`
 * then has the confirmed session, whose id is another.
 * @param idempotencyKey of a form that does nothing else: posted again, it has confirmed already
 * @returns null, or what the form shows instead
 */
export async function reauthenticateFromForm(
  developer: CurrentDeveloper,
  form: FormData,
  idempotencyKey?: string,
): Promise<Pick<FormState, 'errors' | 'error' | 'wait'> | null> {
  const { fields: typed } = await readFields(form)
  if (form.has('passkey')) {
    const { data } = passkeySchema.safeParse(typed)
    const wrong = () => formError('passkey_wrong')
    return data ? reauthenticateWith(data, developer, wrong, idempotencyKey) : wrong()
  }
  const parsed = confirmationSchema.safeParse(typed)
  if (!parsed.success) return translateIssues(parsed.error, 'accounts.errors')
  const { password, code } = parsed.data
  // Shown at the code where one can be given: the password may have been left empty on purpose.
  const field = developer.hasSecondFactor && (code !== '' || password === '') ? 'code' : 'password'
  if (password === '' && code === '')
    return fieldError(field, developer.hasSecondFactor ? 'proof_required' : 'password_required')
  const wrong = () => fieldError(field, field === 'code' ? 'code_wrong' : 'password_wrong')
  return unlessBusy(() => reauthenticateWith({ password, code }, developer, wrong, idempotencyKey))
}

async function reauthenticateWith(
  proof: ReauthenticationInput,
  developer: CurrentDeveloper,
  wrong: () => Promise<Pick<FormState, 'errors' | 'error'>>,
  idempotencyKey?: string,
) {
  const { actor } = developer
  const result = await execute(reauthenticate, { actor, input: proof, idempotencyKey })
  if (!result.ok && result.reason === 'repeated') {
    await followSession()
    return null
  }
  if (!result.ok && result.reason === 'throttled') return throttledError(result)
  if (!result.ok && result.reason === 'wrong') return wrong()
  if (!result.ok) redirect(withReturn('/sign-in', await currentPath()))
  await setSessionCookie(result.value)
  const [{ sessionId }, confirmedAt] = [result.value, now()]
  Object.assign(actor, { confirmedAt, session: { ...actor.session, id: sessionId } })
  Object.assign(developer, { sessionId, confirmedAt })
  return null
}
