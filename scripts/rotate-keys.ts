import { recordAudit } from '@/lib/audit/commands'
import { systemActor } from '@/lib/audit/schema'
import { closeDatabase, database, databasePool } from '@/lib/database'
import { requireSetting, SettingsError } from '@/lib/env'
import { addEncryptionKey, refuseUnknownKey } from './keys/new-key'
import { countLeftOver, rotateKeys } from './keys/rotate'
import { createProgress } from './progress'
import { connectScript, resolveSettings } from './settings'

// `npm run rotate-keys`: encrypts what is stored under older keys with the newest one, while everything serves.
// `npm run rotate-keys -- --new-key`: makes that key first, where the keys are ours (the embedded default).
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  if (process.argv.includes('--new-key')) makeKey()
  else await rotate()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await closeDatabase()
}

function makeKey(): void {
  const { dataDir, embedded } = resolveSettings()
  if (!embedded)
    throw new SettingsError(
      'SECRET_ENCRYPTION_KEYS: is set by you, so put the new key before the others there and restart every process.',
    )
  const id = addEncryptionKey(dataDir)
  say(
    `Key ${id} was made. Restart "npm start", so that every process knows it; then run "npm run rotate-keys".`,
  )
}

async function rotate(): Promise<void> {
  const needed = ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'] as const
  const { dataDir, embedded } = connectScript('guichet-rotate-keys', needed)
  if (embedded) refuseUnknownKey(dataDir)
  const keyrings = {
    encryption: requireSetting('SECRET_ENCRYPTION_KEYS'),
    hashes: requireSetting('SECRET_HASH_KEYS'),
  }
  const progress = createProgress()
  const outcomes = await rotateKeys(databasePool(), keyrings, { onProgress: progress.show })
  progress.end()
  const detail = Object.fromEntries(outcomes.map(({ what, rotated }): [string, number] => [what, rotated]))
  const subject = { type: 'keyring', id: keyrings.encryption[0].id } as const
  if (outcomes.some(({ rotated }) => rotated > 0))
    await database().$transaction((transaction) =>
      recordAudit(transaction, systemActor, 'keys.rotated', subject, detail),
    )
  for (const { what, rotated, unreadable } of outcomes) {
    say(`${what}: ${rotated} now under the newest key`)
    for (const id of unreadable) say(`  ${id} cannot be read: its key is missing, or it was changed`)
  }
  const left = await countLeftOver(databasePool(), keyrings)
  for (const { what, keyId, count } of left) say(`left under key ${keyId}: ${count} ${what}`)
  if (left.length > 0) process.exitCode = 1
  else say('Nothing is left under older keys. Keep them as long as backups that they open.')
}
