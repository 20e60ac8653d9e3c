import { z } from 'zod'
import type { Exchange, Token } from './state'

const answerSchema = z.object({ access_token: z.string().max(300), expires_in: z.number().int() })

/** The token in a token endpoint's response, or undefined if it failed. */
export function readToken({ answer }: Exchange, receivedAt: Date): Token | undefined {
  if (answer.status !== 200) return undefined
  const parsed = answerSchema.safeParse(parseJson(answer.body))
  if (!parsed.success) return undefined
  const { access_token: value, expires_in: seconds } = parsed.data
  return { value, expiresAt: receivedAt.getTime() + seconds * 1000 }
}

/** The error code in a response body of either endpoint, or null. */
export function readErrorCode(text: string): string | null {
  const body = z.object({ code: z.string().optional(), error: z.string().optional() })
  const parsed = body.safeParse(parseJson(text))
  const code = parsed.data?.code ?? parsed.data?.error ?? null
  return code && /^[a-z_]{1,40}$/.test(code) ? code : null
}

/** A token that may be put into a header: what RFC 6750 §2.1 allows, without line breaks. */
export function isSendable(token: string): boolean {
  return /^[A-Za-z0-9._~+/-]{1,300}=*$/.test(token)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
