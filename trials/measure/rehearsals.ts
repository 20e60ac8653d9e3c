import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateClientSecret, hashSecret } from '@/lib/credentials/secret'
import { parseSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { parseKeyring } from '@/lib/keyring'
import type { BuildTarget } from '@/scripts/launch/build/build'
import { planProcesses } from '@/scripts/launch/start/processes'
import { waitUntilReady } from '@/scripts/launch/start/ready'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { supervise } from '@/scripts/launch/start/supervise'
import { collectTokens } from '../bench/tokens'
import { callsPerSecond, type RehearsalLoad, rehearsing, startRehearsalLoad } from '../rehearsal-load'
import { percentile } from '../statistics'
import type { Database } from './setting'

const msisdn = '221771234567'

/** Starts the built gateway of the Sandbox, and a hundred rehearsals that call it: for four minutes, as tokens end then. */
export async function startRehearsals(
  { client, installation }: Database,
  target: BuildTarget,
): Promise<RehearsalLoad> {
  // Each makes 300 calls a minute.
  const environment = { ...installation.environment, SANDBOX_RATE_LIMIT: '100000' }
  const settings = parseSettings(environment as unknown as NodeJS.ProcessEnv)
  const plan = planProcesses({ ...installation, environment, settings }, target).find(
    ({ name }) => name === 'gateway-sandbox',
  )
  if (!plan) throw new Error('There is no gateway among the processes.')
  const gateway = supervise(plan, installation.dataDir)
  stopLater(() => gateway.stop())
  await waitUntilReady(gateway)
  await client.query(
    `INSERT INTO wallet_account (environment, msisdn, type, status, currency, balance, frozen_balance, as_of)
     VALUES ('sandbox', $1, 'customer', 'active', 'XOF', 1, 0, now())`,
    [msisdn],
  )
  const { rows } = await client.query<{ id: string; client_id: string }>(
    `SELECT id, client_id FROM application WHERE environment = 'sandbox' AND name LIKE 'Till %'
     ORDER BY client_id LIMIT $1`,
    [rehearsing],
  )
  const forms: string[] = []
  for (const { id, client_id } of rows) {
    const secret = generateClientSecret('sandbox')
    const { keyId, hash } = hashSecret(parseKeyring(installation.keys.SECRET_HASH_KEYS), secret)
    await client.query(
      'UPDATE client_secret SET secret_hash = $2, hash_key_id = $3 WHERE application_id = $1',
      [id, hash, keyId],
    )
    await client.query('SELECT start_rehearsal($1, $2)', [id, newId()])
    forms.push(`grant_type=client_credentials&client_id=${client_id}&client_secret=${secret}`)
  }
  const [asked, file] = ['forms.txt', 'tokens.txt'].map((name) => join(installation.dataDir, name)) as [
    string,
    string,
  ]
  writeFileSync(asked, forms.join('\n'))
  const port = Number(installation.environment.SANDBOX_PORT)
  await collectTokens(port, asked, file)
  return startRehearsalLoad({ port, tokens: readFileSync(file, 'utf8').trim().split('\n'), msisdn })
}

/** Ends them. @returns their figures in words */
export async function describeRehearsals(load: RehearsalLoad): Promise<string> {
  const latencies = await load.stop()
  const at = (share: number) => percentile(latencies, share).toFixed(1)
  return `Meanwhile ${rehearsing} rehearsals made ${latencies.length} calls, ${callsPerSecond} a second, all 200: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms.`
}
