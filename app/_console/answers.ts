import { z } from 'zod'
import type { Environment } from '@/generated/prisma/enums'
import { tokenLifetimeSeconds } from '@/lib/tokens/token'
import { maskMsisdn, parseMsisdn } from '@/lib/wallet/msisdn'
import type { ConsoleExchange, PastCall, Token } from './state'

const answerSchema = z.object({ access_token: z.string().refine(isSendable), expires_in: z.number().int() })

/** The token in a token endpoint's response, or undefined if it failed. */
export function readToken({ answer }: ConsoleExchange, receivedAt: Date): Token | undefined {
  if (answer.status !== 200) return undefined
  const parsed = answerSchema.safeParse(parseJson(answer.body))
  if (!parsed.success) return undefined
  const { access_token: value, expires_in: seconds } = parsed.data
  return { value, expiresAt: receivedAt.getTime() + seconds * 1000, secondsLeft: seconds }
}

/** The error code in a response body of either endpoint, or null. */
export function readErrorCode(text: string): string | null {
  const body = z.object({ code: z.string().optional(), error: z.string().optional() })
  const parsed = body.safeParse(parseJson(text))
  const code = parsed.data?.code ?? parsed.data?.error ?? null
  return code && /^[a-z_]{1,40}$/.test(code) ? code : null
}

/**
 * Whether a token from the browser can still be sent; not one that seems to live for longer, as after a clock was set
 * back.
 */
export function isUsable(token: Omit<Token, 'secondsLeft'> | undefined, at: Date): token is Token {
  if (typeof token?.value !== 'string' || !isSendable(token.value)) return false
  const left = token.expiresAt - at.getTime()
  return left > 0 && left <= tokenLifetimeSeconds * 1000
}

/** The token as it is at a later response. */
export function atResponse(token: Token, at: Date): Token {
  return { ...token, secondsLeft: Math.max(0, Math.ceil((token.expiresAt - at.getTime()) / 1000)) }
}

/** A token that may be put into a header: what RFC 6750 §2.1 allows, without line breaks. */
export function isSendable(token: string): boolean {
  return /^[A-Za-z0-9._~+/-]{1,300}=*$/.test(token)
}

/** The number to query: that of the pressed test account, else the typed one. */
export function queriedMsisdn(form: FormData): string {
  return String(form.get('account') ?? form.get('msisdn') ?? '').slice(0, 64)
}

/** The part of a number that the browser may remember: in Production, and of what is no number, only its ends. */
export function memorable(msisdn: string, environment: Environment): Pick<PastCall, 'msisdn' | 'masked'> {
  return environment === 'sandbox' && parseMsisdn(msisdn)
    ? { msisdn }
    : { msisdn: maskMsisdn(msisdn), masked: true }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
