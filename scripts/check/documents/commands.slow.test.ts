import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitUntil } from '@/lib/timeout'
import { projectRoot } from '@/scripts/launch/root'
import { createClient, ownerPool } from '@/test/factories'
import { isMissing } from '@/test/programs'
import { startRedis, type TestRedis } from '@/test/redis'
import { type Relay, startRelay } from '@/test/relay'
import { testFolder } from '../folders'
import { findFreePorts } from '../ports'
import { agrees, type DocumentedCommand, listDocumentedCommands } from './commands'
import { Installation, stop } from './installation'
import { reasonNotToRun } from './not-run'

const pages = (name: string) => readFileSync(join(projectRoot, 'docs/operations', `${name}.md`), 'utf8')

describe.skipIf(isMissing('postgres') || isMissing('redis-server') || isMissing('promtool'))(
  'commands of the docs (need PostgreSQL, Redis and promtool)',
  () => {
    const documented = listDocumentedCommands()
    const left = new Set(documented.filter(({ text }) => reasonNotToRun(text) === undefined))
    const place = new Installation(join(testFolder, `documented-${process.pid}`))
    let relay: Relay
    let redis: TestRedis

    beforeAll(() => place.open(), 300_000)
    afterAll(async () => {
      await place.close()
      await redis?.kill()
      await relay?.close()
    })

    /** The commands of a page (a part of its path) that begin so; at least one, each as of now run. */
    function take(page: string, beginning: string): DocumentedCommand[] {
      const found = [...left].filter((each) => each.page.includes(page) && each.text.startsWith(beginning))
      expect(found, `${page}: ${beginning}`).not.toEqual([])
      for (const each of found) left.delete(each)
      return found
    }

    /** Runs them; each must end with `code` and print what the page shows. @returns what the last printed */
    async function run(page: string, beginning: string, code = 0): Promise<string> {
      let text = ''
      for (const command of take(page, beginning)) {
        const printed = await place.run(command.text, command.language)
        expect(printed.code, `${command.text}\n${printed.text}`).toBe(code)
        if (command.output !== undefined && !agrees(place.localise(command.output), printed.text))
          expect(printed.text, `${command.page}: ${command.text}`).toBe(command.output)
        text = printed.text
      }
      return text
    }

    /** Starts a process as the page says, and waits until it is ready. */
    async function start(page: string, beginning: string, port: number) {
      const child = place.start(take(page, beginning)[0]?.text ?? '')
      const url = place.localise(`http://127.0.0.1:${port}/readyz`)
      await waitUntil(async () => (await fetch(url).catch(() => null))?.status === 200, 60_000, 100)
      return child
    }

    /** An application of the Sandbox, its secret under the keys that the operator made. */
    async function createCaller() {
      for (const [, name = '', value] of place.read('.env').matchAll(/^(SECRET_\w+)=(.+)$/gm))
        vi.stubEnv(name, value)
      const owner = ownerPool(place.urlOf('guichet'))
      return createClient(owner).finally(() => owner.end())
    }

    /** A block that a page shows, by its language and a part of it. */
    function block(page: string, language: string, part: string): string {
      const found = [...pages(page).matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm)].find(
        ([, of, body]) => of === language && body?.includes(part),
      )
      return (found?.[2] ?? '').replaceAll(/^ +/gm, '')
    }

    test('installing with a PostgreSQL of one’s own, one process at a time', async () => {
      await run('install', 'CREATE ROLE')
      const smtp = await findFreePorts(1)
      place.write(
        '.env',
        `${block('install', 'sh', 'MIGRATION_DATABASE_URL')}${place.portSettings}` +
          `REVIEWER_EMAIL=alice@example.com\nMAIL_FROM=portal@example.com\nSMTP_URL=smtp://127.0.0.1:${smtp}\n`,
      )
      await run('install', 'echo "NEXTAUTH_SECRET')
      expect(await place.run('npm run build')).toMatchObject({ code: 0 })
      await run('operations/README', 'guichet --help')
      await run('install', 'guichet prepare')
      // An installation that is upgraded has an administrator.
      await place.run(`psql guichet -c "UPDATE developer SET activated_at = now(), password_hash = 'none'"`)
      await run('upgrade', 'guichet prepare')

      await stop(await start('install', 'npm run portal', 3000))
      await start('install', 'node .build/run.js portal', 3000)
      await start('install', 'npm run gateway -- sandbox', 4001)
      await start('install', 'npm run gateway -- production', 4002)
      await start('install', 'npm run worker', 9467)
      expect(await run('install', 'curl -i localhost:3000/readyz')).toContain('200 OK')

      const [shown, ...others] = take('install', 'guichet doctor')
      const doctor = () => place.run('guichet doctor')
      const down = await doctor()
      expect(down.code).toBe(1)
      expect(agrees(shown?.output ?? '', down.text), down.text).toBe(true)
      expect(others).toHaveLength(1)
      relay = await startRelay({ port: smtp })
      expect(await doctor()).toMatchObject({ code: 0 })
    }, 600_000)

    test('accounts, people, keys and the audit log', async () => {
      await place.run('psql -d guichet -c "SELECT 1"')
      place.set('PGDATABASE', 'guichet')
      place.write('bin/changes', `#!/bin/sh\necho '${block('accounts', 'json', '"as_of"').trim()}'\n`)
      await place.run('chmod +x bin/changes')
      place.write('accounts.csv', block('accounts', 'csv', 'msisdn'))
      place.write('bad.csv', `${block('accounts', 'csv', 'msisdn')}0123,customer,active,XOF,1,0\n`)
      await run('accounts', 'changes | ')
      const [imported, complete] = take('accounts', 'guichet import-accounts accounts.csv')
      expect(complete?.text).toContain('--complete')
      const check = async (command: DocumentedCommand | undefined) => {
        const printed = await place.run(command?.text ?? '')
        expect(agrees(command?.output ?? '', printed.text), `${command?.text}\n${printed.text}`).toBe(true)
      }
      await check(imported)
      // So many that the one which the next file lacks does not look as if it had been cut off.
      const header = 'msisdn,type,status,currency,balance,frozen_balance'
      const lines = Array.from({ length: 60 }, (_, at) => `2217700001${at + 10},customer,active,XOF,1,0`)
      place.write('accounts.csv', [header, ...lines, ''].join('\n'))
      expect(await place.run(imported?.text ?? '')).toMatchObject({ code: 0 })
      place.write('accounts.csv', [header, ...lines.slice(1), ''].join('\n'))
      await check(complete)
      await run('accounts', 'guichet import-accounts bad.csv', 1)
      place.write('FILE.csv', block('accounts', 'csv', 'msisdn'))
      await run('README', 'npx guichet import-accounts')
      await run('install', 'guichet import-accounts --remove-demo')
      await run('people', 'guichet create-reviewer')
      place.replace('reset-factor EMAIL', 'reset-factor alice@example.com')
      await place.run(
        `INSERT INTO totp_factor (developer_id, secret_ciphertext, encryption_key_id, confirmed_at)
        SELECT id, '', '1', now() FROM developer WHERE email = 'alice@example.com'`,
        'sql',
      )
      await run('people', 'guichet reset-factor')
      await run('single-sign-on', 'guichet create-reviewer')
      await run('keys', 'guichet rotate-keys')
      await run('keys', 'openssl')
      await run('keys', 'echo')
      const [verify, fromHead] = take('monitoring', 'guichet audit:verify')
      await check(verify)
      place.replace('1:0a949a82…', /Head: (\S+)/.exec((await place.run(verify?.text ?? '')).text)?.[1] ?? '')
      expect(await place.run(fromHead?.text ?? '')).toMatchObject({ code: 0 })
    }, 300_000)

    test('backups, and restoring one into an empty database', async () => {
      const identity = await generateX25519Identity()
      place.write('backup.key', identity)
      place.replace('age1…', await identityToRecipient(identity))
      await run('back-up', 'guichet backup --keys')
      await run('back-up', 'guichet backup --to')
      const [name = ''] = readdirSync(place.backups)
      place.replace('guichet-2026-11-22T160816Z', name)
      await run('back-up', 'guichet backup --verify')

      await place.run('CREATE DATABASE restored OWNER guichet;', 'sql')
      const env = place.read('.env')
      place.write('.env', env.replaceAll(/\/guichet$/gm, '/restored'))
      place.replace('--check', '--check --identity backup.key')
      await run('back-up', 'guichet restore')
      await run('back-up', 'guichet audit:verify')
      place.write('.env', env)
    }, 300_000)

    test('the runbook, and the calls of the README', async () => {
      redis = await startRedis()
      place.set('REDIS_URL', redis.url)
      for (const beginning of ['curl', 'SELECT', 'ss ']) await run('runbook', beginning)
      // As the runbook expects them.
      expect(await run('runbook', 'pg_isready')).toContain('accepting connections')
      expect(await run('runbook', 'redis-cli')).toBe('PONG\n')
      await run('terms', 'psql')
      await run('monitoring', 'promtool')
      await run('monitoring', 'sed')
      await run('configure', 'ulimit')
      await run('containers', 'mkdir -m 0700 secrets')
      await run('containers', 'cd secrets')

      const [calls] = take('README', 'curl')
      const { clientId, clientSecret } = await createCaller()
      place.replace('client_id=…', `client_id=${clientId}`)
      place.replace('client_secret=…', `client_secret=${clientSecret}`)
      const [forToken = '', , forBalance = ''] = calls?.text.split('\n') ?? []
      const { access_token: token } = JSON.parse(/\{.*\}/.exec((await place.run(forToken)).text)?.[0] ?? '{}')
      place.set('TOKEN', token)
      expect((await place.run(forBalance)).text).toMatch(/HTTP\/1\.1 200 OK\r\n.*"balance"/s)
    }, 300_000)

    test('every other command is listed with the reason why it is not run', () => {
      expect([...left].map(({ page, text }) => `${page}: ${text}`)).toEqual([])
    })
  },
)
