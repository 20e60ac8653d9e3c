import { notFound } from 'next/navigation'
import { findDevice } from '@/app/_request/caller'
import { consumeAttempt } from '@/app/_request/provider-attempt'
import { landing, returnPath, withReturn } from '@/app/_request/return-path'
import { findCurrentDeveloper, revokeBrowserSession } from '@/app/_request/session'
import { setSessionCookie } from '@/app/_request/session-cookie'
import { redirectResponse } from '@/app/_request/to-provider'
import { type ProviderRefusalKey, providerRefusals } from '@/components/identity/provider-link'
import { withQuery } from '@/components/query'
import { getLocale } from '@/i18n/current-locale'
import { visitor } from '@/lib/audit/schema'
import { execute } from '@/lib/commands/execute'
import { signInByProvider } from '@/lib/developers/provider-sign-in'
import {
  type AuthorizationPurpose,
  type AuthorizationRequest,
  finishAttempt,
  type ProviderPerson,
} from '@/lib/identity/provider-flow'
import { findIssuer } from '@/lib/identity/provider-settings'
import type { Device } from '@/lib/identity/schema'
import { linkIdentity, reauthenticateByProvider } from '@/lib/identity/sign-in-identity'
import { countCallback, forgetCallback } from '@/lib/identity/throttle'
import { createLogger } from '@/lib/logger'

/** The way back from the provider: the redirect URI that it knows. */
export async function GET(request: Request): Promise<Response> {
  if (!findIssuer()) notFound()
  const attempt = await consumeAttempt()
  if (!attempt) return redirectResponse(withQuery('/sign-in', { refused: 'expired' }))
  const device = await findDevice()
  if (await countCallback(device.address)) return redirectResponse(backTo(attempt, 'throttled'))
  const result = await finishAttempt(attempt, new URL(request.url).searchParams)
  if (!result.ok) {
    if (result.cause) report(result.reason, result.cause)
    return redirectResponse(backTo(attempt, result.reason))
  }
  await forgetCallback(device.address)
  return redirectResponse(await complete(attempt, result.value, device))
}

/** For the operator, who has to find out what is configured wrong. Neither codes nor tokens are in these messages. */
function report(reason: string, cause: unknown): void {
  const { message, code, error, cause: inner } = cause as Error & { code?: string; error?: string }
  const why = inner instanceof Error ? inner.message : undefined
  // RFC 6749 §4.1.2.1; as it is in a URL, anyone can have written it.
  const known = /^[a-z_]{1,60}$/.test(error ?? '') ? error : undefined
  createLogger('portal').info({ reason, message, code, error: known, why }, 'single sign-on was refused')
}

type Completion = (attempt: AuthorizationRequest, person: ProviderPerson, device: Device) => Promise<string>

const completions: Record<AuthorizationPurpose, Completion> = { sign_in: signIn, link, confirm }

/** Does what the attempt was begun for. @returns the page to show next */
function complete(attempt: AuthorizationRequest, person: ProviderPerson, device: Device): Promise<string> {
  return completions[attempt.purpose](attempt, person, device)
}

/** The page that the attempt was begun on, with why it failed. */
function backTo(
  { purpose, next }: Pick<AuthorizationRequest, 'purpose' | 'next'>,
  refused: ProviderRefusalKey,
): string {
  if (purpose === 'link') return withQuery('/account/security#identity', { refused })
  return withQuery(purpose === 'confirm' ? '/confirm' : '/sign-in', { next, refused })
}

async function signIn(
  attempt: AuthorizationRequest,
  person: ProviderPerson,
  device: Device,
): Promise<string> {
  const input = { person, locale: await getLocale() }
  const result = await execute(signInByProvider, { actor: { ...visitor, device }, input })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  await revokeBrowserSession()
  await setSessionCookie(result.value)
  return returnPath(attempt.next, landing(result.value.role))
}

async function link(attempt: AuthorizationRequest, person: ProviderPerson): Promise<string> {
  const developer = await findBeginner(attempt)
  if (!developer)
    return withQuery(withReturn('/sign-in', '/account/security#identity'), { refused: 'session' })
  const result = await execute(linkIdentity, { actor: developer.actor, input: person })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  return '/account/security?done=identity#identity'
}

async function confirm(attempt: AuthorizationRequest, person: ProviderPerson): Promise<string> {
  const developer = await findBeginner(attempt)
  if (!developer) return withQuery(withReturn('/sign-in', attempt.next), { refused: 'session' })
  const result = await execute(reauthenticateByProvider, { actor: developer.actor, input: person })
  if (!result.ok) return backTo(attempt, refusalOf(result))
  await setSessionCookie(result.value)
  return returnPath(attempt.next)
}

/** Of what `execute` refuses by itself, only the end of the session can happen. */
function refusalOf({ reason }: { reason: string }): ProviderRefusalKey {
  return providerRefusals.find((each) => each === reason) ?? 'session'
}

/** The signed-in developer, if in the very session that began the attempt: another must not get its effect. */
async function findBeginner({ sessionId }: AuthorizationRequest) {
  const developer = await findCurrentDeveloper()
  return developer && developer.sessionId === sessionId ? developer : null
}
