import { timingSafeEqual } from 'node:crypto'
import type { Environment } from '@/generated/prisma/enums'
import { hmac, type Keyring } from '@/lib/keyring'
import type { BasicCredentials } from './basic'
import { invalidClient, invalidRequest, OAuthError } from './errors'
import type { Parameters } from './form'
import type { ClientRecord, LatestToken } from './queries'

/** Credentials as presented, complete but unchecked. */
export type PresentedCredentials = { clientId: string; clientSecret: string }

/** A client that presented the right secret, of an application that may be served. */
export type AuthenticatedClient = { applicationId: string; secretId: string; latestToken: LatestToken | null }

const empty = Buffer.alloc(32)

/**
 * Takes the credentials from the header or the body, never from both (RFC 6749 §2.3).
 * @throws OAuthError invalid_request when header and body differ or both contain a secret
 */
export function combineCredentials(
  basic: BasicCredentials | null,
  parameters: Parameters,
): Partial<PresentedCredentials> {
  const clientId = parameters.get('client_id')
  const clientSecret = parameters.get('client_secret')
  if (!basic) return { clientId, clientSecret }
  if (clientSecret !== undefined)
    throw invalidRequest('Client credentials are given in the header and in the body.')
  if (clientId !== undefined && clientId !== basic.clientId)
    throw invalidRequest('The client_id in the header and the one in the body differ.')
  return basic
}

/**
 * Requires both parts.
 * @throws OAuthError invalid_request for a secret without a client id, invalid_client when the secret is missing
 */
export function requireCredentials({
  clientId,
  clientSecret,
}: Partial<PresentedCredentials>): PresentedCredentials {
  if (clientSecret !== undefined && clientId === undefined)
    throw invalidRequest('The client_id is missing beside the client_secret.')
  if (clientId === undefined || clientSecret === undefined) throw invalidClient()
  return { clientId, clientSecret }
}

/**
 * Authenticates a client, with the same amount of work for every kind of failure.
 * @throws OAuthError invalid_client, the same for an unknown client, a wrong or retired secret, another environment and
 *   an application that is not approved; unauthorized_client for the right secret of a suspended application
 */
export function authenticateClient(
  keys: Keyring,
  environment: Environment,
  { application, secrets, latestToken }: ClientRecord,
  { clientSecret }: PresentedCredentials,
): AuthenticatedClient {
  const matched = findMatch(keys, secrets, clientSecret)
  if (!application) throw invalidClient()
  const { id, state } = application
  if (application.environment !== environment) throw invalidClient('other_environment', id)
  if (secrets.length === 0) throw invalidClient('no_secret', id)
  if (!matched) throw invalidClient('wrong_secret', id)
  const serves = state === 'active' || state === 'activating'
  if (state === 'suspended' || (serves && application.ownerSuspended))
    throw new OAuthError(400, 'unauthorized_client', 'The application is suspended.', {
      refusalCause: 'suspended',
      applicationId: id,
    })
  if (!serves) throw invalidClient('not_approved', id)
  return { applicationId: id, secretId: matched.id, latestToken }
}

/** At most two secrets overlap, so two comparisons for each key are made, even if there are fewer secrets. */
function findMatch(
  keys: Keyring,
  secrets: ClientRecord['secrets'],
  presented: string,
): { id: string } | undefined {
  let matched: { id: string } | undefined
  for (const { id: keyId, key } of keys) {
    const digest = hmac(key, presented)
    for (let index = 0; index < Math.max(2, secrets.length); index++) {
      const stored = secrets[index]
      const comparable = stored?.hash.length === digest.length ? stored.hash : empty
      if (timingSafeEqual(comparable, digest) && stored?.keyId === keyId) matched ??= stored
    }
  }
  return matched
}
