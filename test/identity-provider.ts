import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** The provider's record of a person; `sub` is the name that they sign in with. */
export type Person = { sub: string; email?: string; email_verified?: boolean; groups?: string[] }

/** Changes the ID token that the provider issued, before the portal gets it. */
export type Forgery = (
  claims: JWTPayload,
  keys: { privateKey: CryptoKey; publicKey: CryptoKey },
) => Promise<string>

export const providerClient = { id: 'guichet', secret: 'a-secret-of-the-test-client' }

/**
 * A real OpenID Connect provider (`oidc-provider`) behind a relay, which can be away, count the portal's
 * calls, and forge ID tokens, as no real provider does. The `person` signs in there without a further
 * question.
 */
export class TestProvider {
  issuer = ''
  person: Person = { sub: 'nobody' }
  away = false
  forge: Forgery | undefined
  /** Keys that it publishes in addition to its own. */
  published: JWK[] = []
  /** Paths of the requests that arrived, without those of browsers. */
  calls: string[] = []
  /** The last authorization request. */
  asked = new URLSearchParams()
  private people = new Map<string, Person>()
  private inner?: Server
  private outer?: Server
  private keys?: { privateKey: CryptoKey; publicKey: CryptoKey }

  /** @param portal the portal's public URL */
  async start(portal: string, port = 0): Promise<void> {
    this.outer = createServer((request, response) => void this.relay(request, response))
    await once(this.outer.listen(port, '127.0.0.1'), 'listening')
    this.issuer = `http://localhost:${(this.outer.address() as AddressInfo).port}`
    this.keys = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(this.keys.privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
    const provider = new Provider(this.issuer, this.configure(portal, jwk))
    provider.proxy = true
    this.inner = createServer((request, response) => {
      if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
      this.people.set(this.person.sub, this.person)
      void provider.interactionFinished(request, response, { login: { accountId: this.person.sub } })
    })
    await once(this.inner.listen(0, '127.0.0.1'), 'listening')
  }

  async stop(): Promise<void> {
    for (const server of [this.outer, this.inner]) {
      server?.closeAllConnections()
      server?.close()
    }
  }

  /** As the provider signs: a logout token, or anything else. */
  sign(claims: JWTPayload, header: object = {}): Promise<string> {
    const key = (this.keys as { privateKey: CryptoKey }).privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(key)
  }

  private configure(portal: string, jwk: object): Configuration {
    return {
      clients: [
        {
          client_id: providerClient.id,
          client_secret: providerClient.secret,
          redirect_uris: [`${portal}/oidc/callback`],
          post_logout_redirect_uris: [`${portal}/`],
          backchannel_logout_uri: `${portal}/oidc/back-channel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      jwks: { keys: [jwk] } as Configuration['jwks'],
      cookies: { keys: ['test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      pkce: { required: () => true },
      // As Keycloak lists it: a client must not rely on the list to refuse it.
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource(context, form) {
            context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`
          },
        },
      },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: async () => ({ ...this.people.get(sub), sub }),
      }),
      // There is nothing to consent to between an operator's own programs.
      async loadExistingGrant(context) {
        const { client, session, provider } = context.oidc
        const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    }
  }

  private async relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.issuer)
    if (this.away) {
      request.socket.destroy()
      return
    }
    if (/^\/(token|me|jwks|\.well-known\/.*)$/.test(pathname)) this.calls.push(pathname)
    if (pathname === '/auth') this.asked = searchParams
    const body = request.method === 'POST' ? await buffer(request) : undefined
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value)
    headers['x-forwarded-host'] = new URL(this.issuer).host
    for (const name of ['connection', 'content-length', 'transfer-encoding', 'host']) delete headers[name]
    const { port } = (this.inner as Server).address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method,
      headers: { ...headers, 'x-forwarded-proto': 'http' },
      body,
      redirect: 'manual',
    })
    let content = Buffer.from(await answer.arrayBuffer())
    if (pathname === '/token' && answer.ok && this.forge) content = await this.replaceIdToken(content)
    if (pathname === '/jwks') content = this.addKeys(content)
    const kept = [...answer.headers].filter(
      ([name]) => !/^(content-length|connection|keep-alive|transfer-encoding)$/.test(name),
    )
    for (const [name, value] of kept) if (name !== 'set-cookie') response.setHeader(name, value)
    response.setHeader('set-cookie', answer.headers.getSetCookie())
    response.writeHead(answer.status).end(content)
  }

  private addKeys(content: Buffer) {
    const { keys } = JSON.parse(content.toString()) as { keys: JWK[] }
    return Buffer.from(JSON.stringify({ keys: [...keys, ...this.published] }))
  }

  private async replaceIdToken(content: Buffer) {
    const tokens = JSON.parse(content.toString()) as { id_token: string }
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
    const forged = await this.forge?.(claims, this.keys as Parameters<Forgery>[1])
    return Buffer.from(JSON.stringify({ ...tokens, id_token: forged }))
  }
}
