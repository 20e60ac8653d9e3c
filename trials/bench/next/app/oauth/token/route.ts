import { authenticateClient, combineCredentials, requireCredentials } from '@/lib/oauth/client-authentication'
import { OAuthError } from '@/lib/oauth/errors'
import { parseForm } from '@/lib/oauth/form'
import { parts } from '@/trials/bench/next/lib/parts'

export const dynamic = 'force-dynamic'

export async function POST(request: Request): Promise<Response> {
  const { clients, issuer, secretHashKeys } = parts()
  try {
    const parameters = parseForm(Buffer.from(await request.arrayBuffer()))
    const credentials = requireCredentials(combineCredentials(null, parameters))
    const authenticate = async () =>
      authenticateClient(secretHashKeys, 'sandbox', await clients.load(credentials.clientId), credentials)
    const { token, expiresIn } = await issuer.issue(await authenticate(), authenticate, '')
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: expiresIn })
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    return Response.json({ error: error.code }, { status: error.status })
  }
}
