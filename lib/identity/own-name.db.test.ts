import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { askNewPasskey, signUpDeveloper } from '@/test/developers'
import { withOwnDatabase } from '@/test/own-database'
import { findWeakness } from './password-strength'
import { showSetupKey } from './second-factor'

withOwnDatabase()

test('authenticators show the name of the operator’s product, and passwords must not be based on it', async () => {
  const branding = { productName: 'Teranga: Pay', accentColour: '#7a1fa2' }
  await database().branding.create({ data: { ...branding, updatedAt: new Date() } })
  const who = await signUpDeveloper()
  const setup = await showSetupKey(who, who.session.sessionId)
  const { pathname, searchParams } = new URL(setup?.address ?? '')
  // The key URI format has one colon, between issuer and account.
  expect(decodeURIComponent(pathname)).toContain(`/Teranga Pay:${who.email}`)
  expect(searchParams.get('issuer')).toBe('Teranga Pay')
  expect((await askNewPasskey(who, who.session.sessionId)).rp.name).toBe('Teranga: Pay')
  expect(findWeakness('Teranga.Teranga.12', who.email, false)).toBe('password_names_you')
})
