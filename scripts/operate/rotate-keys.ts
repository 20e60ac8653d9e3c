import { z } from 'zod'
import { command } from '@/lib/commands/command'
import { execute } from '@/lib/commands/execute'
import { databasePool } from '@/lib/database'
import { requireSetting, SettingsError } from '@/lib/env'
import { done } from '@/lib/result'
import { defineCommand, ifInterrupted, print } from './command'
import type { Outcome } from './keys/batch'
import { addEncryptionKey, refuseUnknownKey } from './keys/new-key'
import { countLeftOver, rotateKeys } from './keys/rotate'
import { operatorActor } from './operator'
import { createProgress } from './progress'
import { connectScript, locateDatabase } from './settings'

export default defineCommand({
  usage: `Usage: guichet rotate-keys [--new-key]

Encrypts stored data again, and hashes secrets again, under the first key of SECRET_ENCRYPTION_KEYS and SECRET_HASH_KEYS
while everything serves. Exits with 1 while something is left under an older key.

  --new-key  only makes that key, for the embedded default, whose keys are in DATA_DIR`,
  options: { 'new-key': { type: 'boolean' } },
  async run(values) {
    return values['new-key'] ? makeKey() : rotate()
  },
})

function makeKey(): number {
  const { dataDir, embedded } = locateDatabase()
  if (!embedded)
    throw new SettingsError(
      'SECRET_ENCRYPTION_KEYS: is set by you, so put the new key before the others there and restart every process.',
    )
  const id = addEncryptionKey(dataDir)
  print(
    `Key ${id} was made. Restart "npm start", so that every process knows it; then run "guichet rotate-keys".`,
  )
  return 0
}

async function rotate(): Promise<number> {
  const needed = ['SECRET_ENCRYPTION_KEYS', 'SECRET_HASH_KEYS'] as const
  const { dataDir, embedded } = await connectScript('guichet-rotate-keys', needed)
  if (embedded) refuseUnknownKey(dataDir)
  const keyrings = {
    encryption: requireSetting('SECRET_ENCRYPTION_KEYS'),
    hashes: requireSetting('SECRET_HASH_KEYS'),
  }
  ifInterrupted('What was done stays: run it again.')
  const progress = createProgress()
  const outcomes = await rotateKeys(databasePool(), keyrings, { onProgress: progress.show }).finally(
    progress.end,
  )
  const input = { keyId: keyrings.encryption[0].id, outcomes }
  if (outcomes.some(({ rotated }) => rotated > 0))
    await execute(recordRotation, { actor: operatorActor(), input })
  for (const { what, rotated, unreadable } of outcomes) {
    print(`${what}: ${rotated} now under the newest key`)
    for (const id of unreadable) print(`  ${id} cannot be read: its key is missing, or it was changed`)
  }
  const left = await countLeftOver(databasePool(), keyrings)
  for (const { what, keyId, count } of left) print(`left under key ${keyId}: ${count} ${what}`)
  if (left.length === 0)
    print('Nothing is left under older keys. Keep them as long as backups that need them.')
  return left.length > 0 ? 1 : 0
}

/** The entry alone: what it is about takes many transactions. */
const recordRotation = command({
  right: 'system',
  input: z.custom<{ keyId: string; outcomes: Outcome[] }>(),
  audit: 'keys.rotated',
  async run({ input: { keyId, outcomes }, record }) {
    const detail = Object.fromEntries(outcomes.map(({ what, rotated }): [string, number] => [what, rotated]))
    record({ type: 'keyring', id: keyId }, detail)
    return done(undefined)
  },
})
