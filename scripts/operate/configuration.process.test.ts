import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finish, waitForBackend } from '@/test/backups'
import { holdLocks } from '@/test/blocked'
import { runGuichet, startGuichet } from '@/test/guichet'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'

const own = withOwnDatabase({ as: 'owner', requirements: true })
const folder = temporaryFolder()
const file = join(folder, 'configuration.yaml')

const run = (...words: string[]) =>
  runGuichet(['configuration', ...words], { DATABASE_URL: own.url, DATA_DIR: folder })

test('exports, compares and applies, with the exit codes that pipelines need', async () => {
  expect(await run('export', file)).toEqual({ code: 0, out: '', err: '' })
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^version: 1\ndocuments:\n {2}- name:\n {6}en: Company registration\n/)
  expect(await run('export')).toEqual({ code: 0, out: text, err: '' })
  expect(await run('diff', file)).toEqual({ code: 0, out: '', err: '' })

  const url = 'https://siem.example.com/'
  writeFileSync(file, text.replace('webhooks: []', `webhooks: [{ url: "${url}", events: [audit.recorded] }]`))
  const line = `+ webhooks "${url}"\n`
  expect(await run('diff', file)).toEqual({ code: 2, out: line, err: '' })
  expect(await run('apply', file, '--dry-run')).toEqual({
    code: 0,
    out: `${line}1 change to apply.\n`,
    err: '',
  })
  const { code, out } = await run('apply', file)
  expect(code).toBe(0)
  expect(out).toMatch(
    /^\+ webhooks .*\n"Rotate secret" on http.*\/administration\/webhooks shows .*\n1 change applied\.\n$/,
  )
  expect(out).not.toContain('whsec_')
  expect(await run('apply', file)).toEqual({ code: 0, out: 'Nothing differs.\n', err: '' })
  expect((await run('diff', file, '--prune')).code).toBe(0)

  writeFileSync(file, 'version: 1\nbrandng: {}\nreplies: 5\n')
  expect(await run('diff', file)).toEqual({
    code: 1,
    out: '',
    err: `${file}:2:1: "brandng" is not a key here. Did you mean "branding"?\n${file}:3:10: "replies" has to be a list.\n`,
  })
}, 120_000)

test('killed, or without its database, at the last moment: nothing is applied', async () => {
  writeFileSync(file, 'version: 1\nreplies: [{ name: { en: Late }, text: { en: Late } }]\n')
  const [before] = (await own.owner.query('SELECT count(*)::int AS entries FROM audit_entry')).rows
  for (const stop of ['SIGKILL', 'the database'] as const) {
    const release = await holdLocks(own.owner, 'LOCK TABLE audit_entry IN SHARE MODE')
    const child = startGuichet(['configuration', 'apply', file], {
      ...process.env,
      DATABASE_URL: own.url,
      DATA_DIR: folder,
    })
    const ended = finish(child)
    await waitForBackend(own.owner, 'guichet-configuration', 'audit_entry')
    if (stop === 'SIGKILL') child.kill(stop)
    else
      await own.owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE starts_with(application_name, 'guichet-configuration') AND wait_event_type = 'Lock'`,
      )
    const { code, err } = await ended
    await release()
    if (stop !== 'SIGKILL')
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/^The database cannot be reached: [^\n]+\.\n$/),
      })
    const { rows } = await own.owner.query(
      `SELECT (SELECT count(*)::int FROM audit_entry) AS entries,
        (SELECT count(*)::int FROM reason_template WHERE label_en = 'Late') AS replies`,
    )
    expect(rows).toEqual([{ ...before, replies: 0 }])
  }
}, 120_000)

test('what cannot be read or written is one sentence', async () => {
  mkdirSync(join(folder, 'folder'))
  expect(await run('apply', join(folder, 'none.yaml'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/none\.yaml: cannot be used \(ENOENT[^\n]*\)\.\n$/),
  })
  const nowhere = join(folder, 'nowhere', 'a.yaml')
  expect((await run('export', nowhere)).err).toMatch(/: cannot be written, as there is no folder [^\n]*\.\n$/)
  expect(existsSync(nowhere)).toBe(false)
  const away = { DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet', DATA_DIR: folder }
  expect(await runGuichet(['configuration', 'diff', file], away)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^DATABASE_URL: the database cannot be used[^\n]+\n$/),
  })
  expect((await run('diff')).err).toMatch(/^Usage: guichet configuration export/)
}, 120_000)

test('its schema is JSON Schema, without a database', async () => {
  const { code, out } = await runGuichet(['configuration', 'schema'], {
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
  })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    required: ['version'],
    additionalProperties: false,
    properties: { documents: { items: { required: ['name', 'required', 'formats', 'maxMegabytes'] } } },
  })
}, 60_000)
