import { timingSafeEqual } from 'node:crypto'
import type { Environment } from '@/generated/prisma/enums'
import { isAllowed } from '@/lib/addresses'
import { hmac, type Keyring } from '@/lib/keyring'
import { type ValidAssertion, validateAssertion } from './assertion'
import { invalidClient, OAuthError } from './errors'
import type { PresentedAssertion, PresentedSecret } from './presented-credentials'
import type { ClientRecord, KeyClientRecord, LatestToken } from './queries'

/** A client that presented the right credentials, of an application that may be served. */
export type AuthenticatedClient = {
  applicationId: string
  credentialId: string
  latestToken: LatestToken | null
  /** The rehearsal that its application is in. */
  rehearsalId: string | null
  /** The assertion that it signed, if it has keys: it may be used once. */
  assertion?: ValidAssertion
}

const empty = Buffer.alloc(32)

/**
 * Authenticates a client by its secret, with the same amount of work for every kind of failure.
 * @param address of the caller
 * @throws OAuthError invalid_client, the same for an unknown client, a wrong or retired secret, another environment, an
 * address outside the allow-list and an application that is not approved; unauthorized_client for the right
 * secret of a suspended application
 */
export function authenticateBySecret(
  keys: Keyring,
  environment: Environment,
  { application, secrets, latestToken }: ClientRecord,
  { clientSecret }: PresentedSecret,
  address: string,
): AuthenticatedClient {
  const matched = findMatch(keys, secrets, clientSecret)
  const own = requireOwn(environment, application)
  const { id, rehearsalId } = own
  if (secrets.length === 0) throw invalidClient('no_secret', id)
  if (!matched) throw invalidClient('wrong_secret', id)
  // The worker, which proves an approval, is not among the addresses of the application's programs.
  if (!matched.proof) requireAllowed(own, address)
  requireServed(own)
  return { applicationId: id, credentialId: matched.id, latestToken, rehearsalId }
}

/**
 * Authenticates a client by an assertion that one of its keys signed (RFC 7523 §3), with the same amount of work for
 * every kind of failure. That it is used once is checked afterwards.
 * @param audiences the values of `aud` that name this server
 * @throws OAuthError as {@link authenticateBySecret}
 */
export async function authenticateByKey(
  audiences: string[],
  environment: Environment,
  { application, keys, latestToken, at }: KeyClientRecord,
  { clientId, assertion: presented }: PresentedAssertion,
  address: string,
): Promise<AuthenticatedClient> {
  const assertion = await validateAssertion(presented, keys, { clientId, audiences, at })
  const own = requireOwn(environment, application)
  const { id, rehearsalId } = own
  if (keys.length === 0) throw invalidClient('no_key', id)
  if (!assertion) throw invalidClient('wrong_assertion', id)
  requireAllowed(own, address)
  requireServed(own)
  return { applicationId: id, credentialId: assertion.keyId, latestToken, rehearsalId, assertion }
}

type FoundApplication = NonNullable<ClientRecord['application']>

function requireOwn(environment: Environment, application: FoundApplication | null): FoundApplication {
  if (!application) throw invalidClient()
  if (application.environment !== environment) throw invalidClient('other_environment', application.id)
  return application
}

function requireAllowed({ id, networks }: FoundApplication, address: string): void {
  if (networks !== '' && !isAllowed(id, networks, address)) throw invalidClient('address_not_allowed', id)
}

function requireServed({ id, state, ownerSuspended }: FoundApplication): void {
  const serves = state === 'active' || state === 'activating'
  if (state === 'suspended' || (serves && ownerSuspended))
    throw new OAuthError(400, 'unauthorized_client', 'The application is suspended.', {
      refusalCause: 'suspended',
      applicationId: id,
    })
  if (!serves) throw invalidClient('not_approved', id)
}

/** At most two secrets overlap, so two comparisons for each key are made, even if there are fewer secrets. */
function findMatch(
  keys: Keyring,
  secrets: ClientRecord['secrets'],
  presented: string,
): ClientRecord['secrets'][number] | undefined {
  let matched: ClientRecord['secrets'][number] | undefined
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
