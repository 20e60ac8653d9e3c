import { systemActor } from '@/lib/audit/schema'
import { closeDatabase } from '@/lib/database'
import { findIdByEmail } from '@/lib/developers/directory'
import { resetSecondFactor } from '@/lib/developers/reset-factor'
import { SettingsError } from '@/lib/env'
import { connectScript } from './settings'

// `npm run reset-factor -- EMAIL`: takes a lost second factor off. For an administrator whom no other can help.
const refusals = {
  not_found: 'Nobody has this e-mail address.',
  own_factor: 'It takes another administrator.',
  no_factor: 'No second factor is set up for this e-mail address.',
}

try {
  const email = process.argv[2]
  if (!email) throw new SettingsError('Usage: npm run reset-factor -- EMAIL')
  connectScript('guichet-reset-factor', ['SECRET_ENCRYPTION_KEYS'])
  const id = await findIdByEmail(email)
  const result = id ? await resetSecondFactor(id, systemActor) : ({ ok: false, reason: 'not_found' } as const)
  if (!result.ok) throw new SettingsError(refusals[result.reason])
  process.stdout.write(
    `The second factor of ${email} is off, and every session has ended. Sign in with the password to set up another.\n`,
  )
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
