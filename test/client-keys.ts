import { createPublicKey } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { newId } from '@/lib/ids'
import { assertionType } from '@/lib/oauth/assertion'
import { createClient, type Owner } from './factories'

/** An application that authenticates with a key, and that key. */
export type KeyClient = { applicationId: string; clientId: string; keyId: string; key: SigningKey }

export type SigningKey = { algorithm: string; privateKey: CryptoKey; publicKey: CryptoKey }

type Input = Parameters<typeof createClient>[1] & { algorithm?: string }

export async function createKey(algorithm = 'ES256'): Promise<SigningKey> {
  const name = algorithm === 'EdDSA' ? 'Ed25519' : algorithm
  return { algorithm, ...(await generateKeyPair(name, { extractable: true })) }
}

/** An application with one key and no secret. */
export async function createKeyClient(owner: Owner, { algorithm, ...input }: Input = {}): Promise<KeyClient> {
  const { applicationId, clientId } = await createClient(owner, input)
  const key = await createKey(algorithm)
  return { applicationId, clientId, key, keyId: await switchToKeys(owner, applicationId, key) }
}

/** Switches an application to its first key, as the portal does. @returns the id of the key's row */
export async function switchToKeys(owner: Owner, applicationId: string, key: SigningKey): Promise<string> {
  await owner.query('UPDATE client_secret SET revoked_at = now() WHERE application_id = $1', [applicationId])
  await owner.query(`UPDATE application SET client_authentication = 'private_key_jwt' WHERE id = $1`, [
    applicationId,
  ])
  return addKey(owner, applicationId, key)
}

/** @returns the id of the row */
export async function addKey(
  owner: Owner,
  applicationId: string,
  { algorithm, publicKey }: SigningKey,
  kid?: string,
): Promise<string> {
  const id = newId()
  const thumbprint = await calculateJwkThumbprint(await exportJWK(publicKey))
  const der = createPublicKey(await exportSPKI(publicKey)).export({ format: 'der', type: 'spki' })
  await owner.query(
    `INSERT INTO client_key (id, application_id, kid, thumbprint, algorithms, public_key)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, applicationId, kid ?? thumbprint, thumbprint, [algorithm], der],
  )
  return id
}

type Changes = { claims?: Record<string, unknown>; header?: Record<string, unknown>; signer?: CryptoKey }

/**
 * The claims that the client signs to get a token; a claim that is undefined is left out. Times are seconds
 * from now.
 */
export async function signAssertion(
  { clientId, key }: Pick<KeyClient, 'clientId' | 'key'>,
  audience: string,
  { claims, header, signer = key.privateKey }: Changes = {},
): Promise<string> {
  const payload = {
    iss: clientId,
    sub: clientId,
    aud: audience,
    jti: newId(),
    exp: secondsFromNow(60),
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader({ alg: key.algorithm, ...header }).sign(signer)
}

/** As a claim. */
export function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}

/** The body of a request for a token. */
export function assertionBody(assertion: string, others: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: assertionType,
    client_assertion: assertion,
    ...others,
  })
}
