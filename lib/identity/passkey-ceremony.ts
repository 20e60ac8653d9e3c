import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Passkey } from '@/generated/prisma/client'
import { getSettings } from '@/lib/env'

/** Edwards curve, ES256 and RS256 (COSE, RFC 9053): what authenticators of today offer. */
export const algorithms = [-8, -7, -257]

/** Whom passkeys are made for: the host of PORTAL_URL, and no other origin than its own (WebAuthn §5.1.2). */
export function relyingParty(): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(getSettings().PORTAL_URL)
  return { id: hostname, name: 'Guichet', origin }
}

/**
 * Checks what a browser answered to a registration (WebAuthn §7.1): type, challenge, origin, relying party, and that
 * the authenticator verified who was there. Its make is not asked for (attestation "none").
 * @returns the new credential, or null for anything that does not fit
 */
export async function readRegistration(
  response: unknown,
  takeChallenge: (challenge: string) => Promise<boolean>,
): Promise<{ id: Buffer; publicKey: Buffer; counter: number; transports: string[] } | null> {
  const { id, origin } = relyingParty()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: takeChallenge,
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
 * Checks what a browser answered to a sign-in or a confirmation (WebAuthn §7.2): as above, and the signature. The
 * counter is the caller's to judge.
 * @returns the counter after this use, or null for anything that does not fit
 */
export async function readAssertion(
  response: unknown,
  passkey: Passkey,
  takeChallenge: (challenge: string) => Promise<boolean>,
): Promise<number | null> {
  const { id, origin } = relyingParty()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: takeChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: Buffer.from(passkey.credentialId).toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        // With 0 no counter is refused here, where a forged answer could not be told from a copied authenticator.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

/** Comes from the browser and is given back to it: known words only (WebAuthn §5.8.4). */
function readTransports(given: unknown): string[] {
  const known = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  return Array.isArray(given) ? known.filter((each) => given.includes(each)) : []
}
