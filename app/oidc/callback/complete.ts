import { landing, returnPath, withReturn } from '@/app/_request/return-path'
import { endBrowserSession, findCurrentDeveloper } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { type ProviderRefusalKey, providerRefusals } from '@/components/identity/provider-refusals'
import { withQuery } from '@/components/query'
import { getLocale } from '@/i18n/current-locale'
import { visitor } from '@/lib/audit/schema'
import { execute } from '@/lib/commands/execute'
import { signInByProvider } from '@/lib/developers/provider-sign-in'
import type { Attempt, ProviderPerson, Purpose } from '@/lib/identity/provider-flow'
import type { Device } from '@/lib/identity/schema'
import { confirmByProvider, linkIdentity } from '@/lib/identity/sign-in-identity'

type Completion = (attempt: Attempt, person: ProviderPerson, device: Device) => Promise<string>

const completions: Record<Purpose, Completion> = { sign_in: signIn, link, confirm }

/** Does what the attempt was begun for. @returns the page to show next */
export function complete(attempt: Attempt, person: ProviderPerson, device: Device): Promise<string> {
  return completions[attempt.purpose](attempt, person, device)
}

/** The page that the attempt was begun on, with why it failed. */
export function backTo(
  { purpose, next }: Pick<Attempt, 'purpose' | 'next'>,
  refused: ProviderRefusalKey,
): string {
  if (purpose === 'link') return withQuery('/account/security#identity', { refused })
  return withQuery(purpose === 'confirm' ? '/confirm' : '/sign-in', { next, refused })
}

async function signIn(attempt: Attempt, person: ProviderPerson, device: Device): Promise<string> {
  const input = { person, locale: await getLocale() }
  const result = await execute(signInByProvider, { actor: { ...visitor, device }, input })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  await endBrowserSession()
  await setSessionCookie(result.value)
  return returnPath(attempt.next, landing(result.value.role))
}

async function link(attempt: Attempt, person: ProviderPerson): Promise<string> {
  const developer = await findBeginner(attempt)
  if (!developer)
    return withQuery(withReturn('/sign-in', '/account/security#identity'), { refused: 'session' })
  const result = await execute(linkIdentity, { actor: developer.actor, input: person })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  return '/account/security?done=identity#identity'
}

async function confirm(attempt: Attempt, person: ProviderPerson): Promise<string> {
  const developer = await findBeginner(attempt)
  if (!developer) return withQuery(withReturn('/sign-in', attempt.next), { refused: 'session' })
  const result = await execute(confirmByProvider, { actor: developer.actor, input: person })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  await setSessionCookie(result.value)
  return returnPath(attempt.next)
}

/** Of what `execute` refuses by itself, only the end of the session can happen. */
function refusalOf({ reason }: { reason: string }): ProviderRefusalKey {
  return providerRefusals.find((each) => each === reason) ?? 'session'
}

/** The signed-in developer, if in the very session that began the attempt: another must not get its effect. */
async function findBeginner({ sessionId }: Attempt) {
  const developer = await findCurrentDeveloper()
  return developer && developer.sessionId === sessionId ? developer : null
}
