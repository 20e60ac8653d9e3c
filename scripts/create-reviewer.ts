import { parseArgs } from 'node:util'
import { systemActor } from '@/lib/audit/schema'
import { closeDatabase } from '@/lib/database'
import { invitationSchema, inviteToRole } from '@/lib/developers/roles'
import { SettingsError } from '@/lib/env'
import { connectScript } from './settings'

// `npm run create-reviewer -- EMAIL [--administrator] [--french]`: mails an invitation, as an administrator would.
const refusals = {
  own_role: 'Nobody changes their own role.',
  has_role: 'This e-mail address has that role, or a higher one.',
  suspended: 'This developer is suspended: reinstate them first.',
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { administrator: { type: 'boolean' }, french: { type: 'boolean' } },
  })
  const role = values.administrator ? 'administrator' : 'reviewer'
  const parsed = invitationSchema.safeParse({ email: positionals[0], role })
  if (!parsed.success)
    throw new SettingsError('Usage: npm run create-reviewer -- EMAIL [--administrator] [--french]')
  connectScript('guichet-create-reviewer', ['SECRET_ENCRYPTION_KEYS'])
  const result = await inviteToRole(parsed.data, systemActor, values.french ? 'fr' : 'en')
  if (!result.ok) throw new SettingsError(refusals[result.reason])
  process.stdout.write(`An invitation as ${role} is on its way to ${parsed.data.email}.\n`)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
