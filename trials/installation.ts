import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import { waitUntil } from '@/lib/timeout'
import { findPlace, type Place } from '@/scripts/launch/postgres/place'
import { connectionUrl } from '@/scripts/launch/postgres/roles'
import { endOf, onOutput } from '@/scripts/launch/spawn'
import { readKeys } from '@/scripts/launch/start/keys'
import type { createClient } from '@/test/factories'

const startTimeoutMs = 600_000

export type Credentials = Awaited<ReturnType<typeof createClient>>

/** The environment of an installation in a folder of its own, on free ports. */
export function environmentOf(dataDir: string, first: number): NodeJS.ProcessEnv {
  const names = ['PORTAL', 'SANDBOX', 'PRODUCTION', 'MAILBOX', 'MAILBOX_SMTP', 'METRICS']
  const ports = Object.fromEntries(names.map((name, index) => [`${name}_PORT`, `${first + index}`]))
  ports.FEED_PORT = String(first + 10)
  return { ...process.env, DATA_DIR: dataDir, ...ports }
}

/** `npm start -- --demo` in this checkout, until it has printed its table. */
export async function start(cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/launch/start.mjs', '--demo'], { cwd, env })
  let output = ''
  onOutput(child, (text) => {
    output += text
  })
  const isReady = () => output.includes('Ctrl-C stops it') || child.exitCode !== null
  if (!(await waitUntil(isReady, startTimeoutMs, 200)) || child.exitCode !== null)
    throw new Error(`It did not start:\n${output.slice(-3000)}`)
  return child
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await endOf(child)
}

/** The installation's database, with this process's settings as its own keys. */
export function openData(dataDir: string): { url: string; pool: Pool; place: Place } {
  const folder = join(dataDir, 'demo')
  const [keys, place] = [readKeys(folder), findPlace(folder)]
  if (!keys || !place) throw new Error('There is no installation.')
  const { databasePasswords, ...settings } = keys
  Object.assign(process.env, settings)
  const url = connectionUrl(place, 'owner', databasePasswords.owner)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  return { url, pool, place }
}

export async function fetchToken(gateway: string, client: Credentials): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
  })
  const response = await expectOk(`${gateway}/oauth/token`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

/** @returns the account as it was sent; empty if the limit of calls refused it, after the wait that it asks for */
export async function readBalance(gateway: string, token: string, msisdn: string): Promise<string> {
  const url = `${gateway}/api/eWallet/v1/account?msisdn=${msisdn}`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  const body = await response.text()
  if (response.status === 429) await pause(Number(response.headers.get('retry-after')) * 1000)
  else if (!response.ok) throw new Error(`A balance was answered with ${response.status}.`)
  return response.ok ? body : ''
}

export async function expectOk(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response
}
