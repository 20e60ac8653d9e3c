import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import type { Messages } from '@/generated/messages'
import { PasswordQueueFull } from '@/lib/identity/password'
import type { Weakness } from '@/lib/identity/password-strength'
import { findProviderName } from '@/lib/identity/provider-settings'
import { findSuspension } from '@/lib/identity/refused-sign-in'
import { passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import type { Throttled } from '@/lib/identity/throttle'

type Reason = keyof Messages['accounts']['errors']

const minima = { minimum: passwordMinimum, minimumWithCode: passwordMinimumWithSecondFactor }

/** Assignable to the state of every form. */
type Refused = Pick<FormState, 'errors' | 'error' | 'wait'>

/** A refusal of one field, shown next to it. */
export async function fieldError(field: string, reason: Reason): Promise<Refused> {
  const t = await getTranslations('accounts.errors')
  return { errors: { [field]: t(reason as 'password_too_short', minima) } }
}

/** A refusal of the form as a whole, shown above it. */
export async function formError(reason: Reason): Promise<Refused> {
  const t = await getTranslations('accounts.errors')
  return { error: t(reason as 'busy') }
}

/** Why a link and the password that goes with it were refused. */
export async function passwordError(reason: Weakness | 'unusable_link'): Promise<Refused> {
  return reason === 'unusable_link' ? formError('link_unusable') : fieldError('password', reason)
}

/** For someone who has proved who they are: the reason is shown to the account's owner only. */
export async function suspendedError(who: Parameters<typeof findSuspension>[0]): Promise<Refused> {
  const t = await getTranslations('accounts.errors')
  return { error: t('suspended', (await findSuspension(who)) ?? { reason: '' }) }
}

/** Their role signs in with the provider only. */
export async function providerOnlyError(): Promise<Refused> {
  const t = await getTranslations('provider.identity')
  return { error: t('passwordOff', { provider: findProviderName() ?? '' }) }
}

/** How long to wait, in a sentence. */
export async function throttledError({ waitSeconds }: Throttled): Promise<Refused> {
  const t = await getTranslations('accounts.errors')
  return { error: t('throttled', { seconds: waitSeconds }), wait: waitSeconds }
}

/** Runs work that hashes a password; when too many are waiting, it returns a refusal that says so. */
export async function unlessBusy<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PasswordQueueFull) return formError('busy')
    throw error
  }
}
