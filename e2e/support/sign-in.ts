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

/** Of everyone that is created here: hashing one for each would take longer than everything else. */
const sharedPassword = 'correct violet battery tandem'
let passwordHash: Promise<string> | undefined

const device = { address: '127.0.0.1', userAgent: 'journey' }

/**
 * Gives the browser a session of someone with an activated account, both as the pages would: without a
 * confirmation yet, unless the journey is not about being asked for one. The account is created unless an earlier call
 * created it, whose role and language it then keeps. A reviewer or administrator also has a second factor, whose codes
 * no one knows. No page is opened.
 */
export async function signIn(
  { page, say, email }: Omit<Person, 'password'>,
  { role = 'developer' as Role, locale = 'en', confirmed = false } = {},
): Promise<SignedIn> {
  connectToProduct()
  passwordHash ??= hashPassword(sharedPassword)
  const row = { id: newId(), email, role, locale, passwordHash: await passwordHash, activatedAt: new Date() }
  const confirmedAt = confirmed ? new Date() : null
  const { id, session } = await database().$transaction(async (transaction) => {
    const { count } = await transaction.developer.createMany({ data: row, skipDuplicates: true })
    if (count > 0 && role !== 'developer')
      await transaction.totpFactor.create({ data: { ...newFactor(row.id), confirmedAt: new Date() } })
    const developer = await transaction.developer.findUniqueOrThrow({ where: { email } })
    return {
      id: developer.id,
      session: await startSession({ transaction, mail: async () => {} }, developer, device, { confirmedAt }),
    }
  })
  await giveCookie(page, session)
  return { page, say, email, password: sharedPassword, id }
}

function newFactor(developerId: string) {
  const keys = requireSetting('SECRET_ENCRYPTION_KEYS')
  const { keyId, ciphertext } = encrypt(keys, newId(), factorContext(developerId))
  return { developerId, secretCiphertext: new Uint8Array(ciphertext), encryptionKeyId: keyId }
}

async function giveCookie(page: Page, { expiresAt, role: _, ...token }: StartedSession): Promise<void> {
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
