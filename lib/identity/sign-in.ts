import { limitKey } from '@/lib/addresses'
import { visitor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { database } from '@/lib/database'
import { isLoopback } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { lockDeveloper } from './administrators'
import { isPasswordOff } from './break-glass'
import { recogniseDevice } from './device-cookie'
import { isSecondFactorOn } from './factors'
import { checkPassword, hashPassword, needsRehash } from './password'
import { requestPasswordReset } from './password-change'
import { isTooShortAlone } from './password-strength'
import { recordRefusedPassword } from './refused-sign-in'
import { type Device, signInSchema } from './schema'
import { startSession } from './session'
import { deviceOf } from './target'
import { countAttempts, forgetAttempts, returnAttempt, type ThrottleKey } from './throttle'

/**
 * Checks an address and a password and opens a session, which waits for a code if a second factor is on; otherwise the
 * password also confirms it. Unknown addresses and wrong passwords get the same result in the same time. Refusals for a
 * known account are recorded.
 * @returns the session, and whether it waits; refused `wrong`; with the right password only: `suspended`, with the
 *   developer's id, `provider_only` (their role signs in with single sign-on), or `outgrown` (too short now that no
 *   second factor is on; a link for a new one is mailed); `throttled`
 * @throws PasswordQueueFull in a flood of attempts
 */
export const startSignIn = command({
  right: 'anyone',
  notifies: 'administrators',
  input: signInSchema,
  audit: ['session.password_accepted', 'session.started'],
  async prepare({ actor, input: { email, password } }) {
    const device = deviceOf(actor)
    const developer = await findByEmail(email)
    const { keys, shared, known } = await throttleKeys(email, developer?.id ?? null, device)
    const throttled = await countAttempts([...keys, ...shared])
    if (throttled) return throttled
    const right = await checkPassword(developer?.passwordHash ?? null, password, known)
    if (!right || !developer?.activatedAt) {
      await recordRefusedPassword({ id: developer?.id ?? null, email }, 'password', device)
      return refused('wrong')
    }
    if (developer.suspendedAt) {
      await recordRefusedPassword(developer, 'suspended', device)
      return { ...refused('suspended'), developerId: developer.id }
    }
    if (isPasswordOff(developer)) {
      await recordRefusedPassword(developer, 'provider_only', device)
      return refused('provider_only')
    }
    if (!(await isSecondFactorOn(developer.id)) && isTooShortAlone(password)) {
      await execute(requestPasswordReset, { actor: visitor, input: { email } })
      return refused('outgrown')
    }
    const { passwordHash } = developer
    const stronger = needsRehash(passwordHash ?? '') ? await hashPassword(password, developer.id) : null
    return done({ developer, keys, shared, stronger })
  },
  async run({ transaction, actor, input: { email }, prepared, mail, record }) {
    const { developer, keys, shared, stronger } = prepared
    const current = await lockDeveloper(transaction, developer.id)
    // A change of password or address during the check has ended all sessions, so none may be opened.
    if (current?.passwordHash !== developer.passwordHash || current.email !== email) return refused('wrong')
    const { id } = current
    if (current.suspendedAt) return { ...refused('suspended'), developerId: id }
    const hasSecondFactor = await isSecondFactorOn(id, transaction)
    await forgetAttempts(keys, transaction)
    for (const key of shared) await returnAttempt(...key, transaction)
    if (stronger) await transaction.developer.update({ where: { id }, data: { passwordHash: stronger } })
    const device = deviceOf(actor)
    const session = await startSession({ transaction, mail }, current, device, {
      awaitingSecondFactor: hasSecondFactor,
      confirmedAt: hasSecondFactor ? null : now(),
    })
    const action = hasSecondFactor ? 'session.password_accepted' : 'session.started'
    const subject = { type: 'session', id: session.sessionId } as const
    record(subject, { address: device.address }, action, { id, role: session.role })
    return done({ ...session, hasSecondFactor })
  },
})

function findByEmail(email: string) {
  return database().developer.findFirst({ where: { email, deletedAt: null } })
}

type Keys = {
  /** forgotten with the right password */
  keys: ThrottleKey[]
  /** also counted for other accounts, about which the right password says nothing */
  shared: ThrottleKey[]
  /** the id of the account that knows the browser, if any */
  known: string | null
}

/**
 * In a known browser only the attempts made there count. Elsewhere account and address count; from an address where the
 * owner has signed in before, attempts from other addresses do not slow them down.
 */
async function throttleKeys(email: string, developerId: string | null, device: Device): Promise<Keys> {
  const known = developerId && recogniseDevice(device.marks, developerId)
  if (known) return { keys: [['sign_in_device', `${developerId}\0${known}`]], shared: [], known: developerId }
  const { address } = device
  const before = await database().session.findFirst({
    where: { developerId: developerId ?? '00000000-0000-0000-0000-000000000000', address },
    select: { id: true },
  })
  const account: ThrottleKey[] = before ? [] : [['sign_in_account', email]]
  return {
    keys: [['sign_in_pair', `${email}\0${limitKey(address)}`], ...account],
    shared: isShared(address) ? [] : [['sign_in_address', limitKey(address)]],
    known: null,
  }
}

/** A loopback address means an undeclared proxy, or this machine itself: everyone has it. */
function isShared(address: string): boolean {
  return address === '' || isLoopback(address)
}
