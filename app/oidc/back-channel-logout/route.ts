import { notFound } from 'next/navigation'
import { systemActor } from '@/lib/audit/schema'
import { execute } from '@/lib/commands/execute'
import { readLogoutToken } from '@/lib/identity/logout-token'
import { ProviderUnavailable } from '@/lib/identity/provider-fetch'
import { findIssuer } from '@/lib/identity/provider-settings'
import { revokeProviderSessions } from '@/lib/identity/sign-in-identity'

/** Bytes of the form; a logout token has a few hundred. */
const maxBytes = 16 * 1024

/**
 * The provider's own request to end sessions (OpenID Connect Back-Channel Logout 1.0 §2.5), which its signature proves:
 * there is no browser, cookie or origin.
 */
export async function POST(request: Request): Promise<Response> {
  if (!findIssuer()) notFound()
  const token = await readForm(request)
  if (token === null) return refuse('The body must be a form with one logout_token.')
  try {
    const logout = await readLogoutToken(token)
    if (!logout.ok) return refuse('The logout token is not valid.')
    const result = await execute(revokeProviderSessions, { actor: systemActor, input: logout.value })
    if (!result.ok) return refuse('The logout token was used before.')
    return respond(200)
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return respond(503, { error: 'temporarily_unavailable' }, { 'Retry-After': '10' })
  }
}

/** @returns the token, or null for anything but a small form that has it once */
async function readForm(request: Request): Promise<string | null> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.byteLength
    if (size > maxBytes) return null
    pieces.push(piece)
  }
  const tokens = new URLSearchParams(Buffer.concat(pieces).toString()).getAll('logout_token')
  return tokens.length === 1 ? (tokens[0] ?? null) : null
}

/** Back-Channel Logout 1.0 §2.8. */
function refuse(description: string): Response {
  return respond(400, { error: 'invalid_request', error_description: description })
}

function respond(status: number, body?: object, headers: Record<string, string> = {}): Response {
  const all = { 'Cache-Control': 'no-store', ...headers }
  return body ? Response.json(body, { status, headers: all }) : new Response(null, { status, headers: all })
}
