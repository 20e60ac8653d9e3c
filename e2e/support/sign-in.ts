import type { Page } from '@playwright/test'
import { encode } from 'next-auth/jwt'
import type { Role } from '@/generated/prisma/enums'
import { database } from '@/lib/database'
import { requireSetting } from '@/lib/env'
import { hashPassword } from '@/lib/identity/password'
import { factorContext } from '@/lib/identity/second-factor'
import { type StartedSession, startSession } from '@/lib/identity/session'
import { newId } from '@/lib/ids'
import { encrypt } from '@/lib/keyring'
import { portal } from './addresses'
import { connectToProduct } from './installation'
import type { Person } from './person'

/** A developer of the portal with their id. */
export type SignedIn = Person & { id: string }

/** Of everyone that {@link signIn} creates: hashing one for each would take longer than everything else. */
const sharedPassword = 'correct violet battery tandem'
let passwordHash: Promise<string> | undefined

const device = { address: '127.0.0.1', userAgent: 'journey' }

/**
 * Creates an activated developer and gives the browser a session, both as the pages would: without a confirmation yet.
 * A reviewer or administrator also has a second factor, whose codes no one knows. No page is opened.
 */
export async function signIn(
  { page, say, email }: Omit<Person, 'password'>,
  { role = 'developer' as Role, locale = 'en' } = {},
): Promise<SignedIn> {
  connectToProduct()
  passwordHash ??= hashPassword(sharedPassword)
  const id = newId()
  const row = { id, email, role, locale, passwordHash: await passwordHash, activatedAt: new Date() }
  const { keyId, ciphertext } = encrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), newId(), factorContext(id))
  const session = await database().$transaction(async (transaction) => {
    const developer = await transaction.developer.create({ data: row })
    if (role !== 'developer')
      await transaction.totpFactor.create({
        data: {
          ...{ developerId: id, secretCiphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId },
          confirmedAt: new Date(),
        },
      })
    return startSession(transaction, developer, device)
  })
  await giveCookie(page, session)
  return { page, say, email, password: sharedPassword, id }
}

/** Gives the browser a separate session of someone who has an account. */
export async function openSession(page: Page, email: string): Promise<void> {
  connectToProduct()
  const session = await database().$transaction(async (transaction) => {
    const developer = await transaction.developer.findUniqueOrThrow({ where: { email } })
    return startSession(transaction, developer, device)
  })
  await giveCookie(page, session)
}

async function giveCookie(page: Page, { expiresAt, ...token }: StartedSession): Promise<void> {
  const value = await encode({ token, secret: requireSetting('NEXTAUTH_SECRET'), maxAge: 7 * 24 * 3600 })
  const cookie = {
    name: 'next-auth.session-token',
    value,
    url: portal,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }
  await page.context().addCookies([{ ...cookie, expires: expiresAt.getTime() / 1000 }])
}
