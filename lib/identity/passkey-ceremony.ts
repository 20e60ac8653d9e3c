import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Passkey } from '@/generated/prisma/client'
import { getSettings } from '@/lib/env'

/** EdDSA, ES256 and RS256 (COSE, RFC 9053): the algorithms that current authenticators offer. */
export const algorithms = [-8, -7, -257]

/** The relying party of our passkeys: the host of PORTAL_URL, and no origin but its own (WebAuthn §5.1.2). */
export function relyingParty(): { id: string; origin: string } {
  const { hostname, origin } = new URL(getSettings().PORTAL_URL)
  return { id: hostname, origin }
}

/**
 * Verifies a browser's response to a registration (WebAuthn §7.1): type, challenge, origin, relying party, and user
 * verification by the authenticator. Its model is not requested (attestation "none").
 * @returns the new credential, or null if any check fails
 */
export async function readRegistration(
  response: unknown,
  consumeChallenge: (challenge: string) => Promise<boolean>,
): Promise<{ id: Buffer; publicKey: Buffer; counter: number; transports: string[] } | null> {
  const { id, origin } = relyingParty()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: consumeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!registrationInfo) return null
    const { credential } = registrationInfo
    return {
      id: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: readTransports(credential.transports),
    }
  } catch {
    return null
  }
}

/**
 * Verifies a browser's response to a sign-in or a confirmation (WebAuthn §7.2): as above, and the signature. The caller
 * checks the counter.
 * @returns the counter after this use, or null if any check fails
 */
export async function readAssertion(
  response: unknown,
  passkey: Passkey,
  consumeChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { id, origin } = relyingParty()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: consumeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credentialId).toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // With 0 no counter is refused here, where a forged response would look like a copied authenticator.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Received from the browser and sent back to it: known values only (WebAuthn §5.8.4). */
function readTransports(given: unknown): string[] {
  const known = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  return Array.isArray(given) ? known.filter((each) => given.includes(each)) : []
}
