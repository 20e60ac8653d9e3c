import { authenticateBySecret } from '@/lib/oauth/client-authentication'
import { invalidClient, OAuthError } from '@/lib/oauth/errors'
import { parseForm } from '@/lib/oauth/form'
import { combineCredentials, requireCredentials } from '@/lib/oauth/presented-credentials'
import { parts } from '@/trials/bench/next/lib/parts'

export const dynamic = 'force-dynamic'

export async function POST(request: Request): Promise<Response> {
  const { clients, issuer, secretHashKeys } = parts()
  try {
    const parameters = parseForm(Buffer.from(await request.arrayBuffer()))
    const credentials = requireCredentials(combineCredentials(null, parameters))
    if (!('clientSecret' in credentials)) throw invalidClient()
    const authenticate = async () =>
      authenticateBySecret(
        secretHashKeys,
        'sandbox',
        await clients.load(credentials.clientId),
        credentials,
        '',
      )
    const { token, expiresIn } = await issuer.issue(await authenticate(), authenticate, '')
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: expiresIn })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return Response.json({ error: error.code }, { status: error.status })
  }
}
