import { notFound } from 'next/navigation'
import { findDevice } from '@/app/_request/caller'
import { takeAttempt } from '@/app/_request/provider-attempt'
import { seeOther } from '@/app/_request/to-provider'
import { withQuery } from '@/components/query'
import { finishAttempt } from '@/lib/identity/provider-flow'
import { findIssuer } from '@/lib/identity/provider-settings'
import { forgetCallback, takeCallback } from '@/lib/identity/throttle'
import { createLogger } from '@/lib/logger'
import { backTo, complete } from './complete'

/** The way back from the provider: the redirect URI that it knows. */
export async function GET(request: Request): Promise<Response> {
  if (!findIssuer()) notFound()
  const attempt = await takeAttempt()
  if (!attempt) return seeOther(withQuery('/sign-in', { refused: 'expired' }))
  const device = await findDevice()
  if (await takeCallback(device.address)) return seeOther(backTo(attempt, 'throttled'))
  const result = await finishAttempt(attempt, new URL(request.url).searchParams)
  if (!result.ok) {
    if (result.cause) report(result.reason, result.cause)
    return seeOther(backTo(attempt, result.reason))
  }
  await forgetCallback(device.address)
  return seeOther(await complete(attempt, result.value, device))
}

/** For the operator, who has to find out what is configured wrong. Neither codes nor tokens are in these messages. */
function report(reason: string, cause: unknown): void {
  const { message, code, error, cause: inner } = cause as Error & { code?: string; error?: string }
  const why = inner instanceof Error ? inner.message : undefined
  // RFC 6749 §4.1.2.1; as it is in a URL, anyone can have written it.
  const known = /^[a-z_]{1,60}$/.test(error ?? '') ? error : undefined
  createLogger('portal').info({ reason, message, code, error: known, why }, 'single sign-on was refused')
}
