import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { revealSecret } from '@/lib/credentials/client-secret'
import { matchesSecret } from '@/lib/credentials/secret'
import { database } from '@/lib/database'
import { chunkBytes, readDocument } from '@/lib/documents/content'
import { showSetupKey } from '@/lib/identity/second-factor'
import { decrypt, formatKeyring, generateKey, type Keyring, parseKeyring } from '@/lib/keyring'
import { queueMail } from '@/lib/mail/commands'
import { mailContext } from '@/lib/mail/queries'
import { succeed } from '@/lib/result'
import { signWebhook } from '@/lib/webhooks/signing-secret'
import { findSubmission } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { openSession } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { createShop } from '@/test/team'
import { createDraft, pdf, upload } from '@/test/validation'
import { createEndpoint } from '@/test/webhooks'
import { addEncryptionKey, countLeftOver, refuseUnknownKey, rotateKeys } from './rotate-keys'

const { owner: pool } = withOwnDatabase({ requirements: ['Signed terms'] })
let owner: Developer
const before = { encryption: process.env.SECRET_ENCRYPTION_KEYS, hashes: process.env.SECRET_HASH_KEYS }

afterAll(() => {
  setKeys(parseKeyring(before.encryption ?? ''), parseKeyring(before.hashes ?? ''))
})

beforeEach(async () => {
  owner = await createDeveloper()
})

/** The effect of restarting every process with other keys. */
function setKeys(encryption: Keyring, hashes: Keyring) {
  process.env.SECRET_ENCRYPTION_KEYS = formatKeyring(encryption)
  process.env.SECRET_HASH_KEYS = formatKeyring(hashes)
  const holder = globalThis as { guichetSettings?: unknown }
  holder.guichetSettings = undefined
}

/** The current keyrings with a new key before the others, in use. */
function addKeys() {
  const encryption = [
    generateKey(`e${randomBytes(4).toString('hex')}`),
    ...parseKeyring(process.env.SECRET_ENCRYPTION_KEYS ?? ''),
  ] as const
  const hashes = [
    generateKey(`h${randomBytes(4).toString('hex')}`),
    ...parseKeyring(process.env.SECRET_HASH_KEYS ?? ''),
  ] as const
  setKeys(encryption, hashes)
  return { encryption, hashes }
}

async function reveal(applicationId: string) {
  return succeed(executeAs(owner, revealSecret, { target: applicationId }))
}

async function createDocument(size?: number) {
  const { applicationId } = await createDraft(pool, { owner, documents: false })
  const content = pdf(size)
  const [asked] = (await findSubmission(applicationId)).requirements
  const { id } = await succeed(upload(applicationId, asked?.requirementId ?? '', owner, content))
  return { id, size: content.length, content }
}

async function read(document: { id: string; size: number }) {
  const pieces: Buffer[] = []
  for await (const piece of readDocument(document)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function queueOne() {
  await database().$transaction((transaction) =>
    queueMail(transaction, { id: null, email: owner.email, locale: 'en' }, 'password-reset', {
      link: 'https://portal.example/reset-password/x',
      hours: 1,
    }),
  )
}

// ASVS 11.2.2
test('everything moves to the newest keys, reads as before, and no longer needs the old ones', async () => {
  const applications = [await createShop(owner), await createShop(owner), await createShop(owner)]
  const secrets = await Promise.all(applications.map(reveal))
  const { sessionId } = await openSession(owner.id)
  const setup = await showSetupKey(owner, sessionId)
  await queueOne()
  const signing = await createEndpoint(applications[0] ?? '', owner)
  const { content, ...document } = await createDocument(2 * chunkBytes + 12_345)

  const keyrings = addKeys()
  expect((await countLeftOver(pool, keyrings)).map(({ what, keyId }) => `${what} ${keyId}`)).toEqual([
    'client secrets test',
    'documents test',
    'hashes of client secrets test',
    'mails test',
    'second factors test',
    'webhook secrets test',
  ])
  const progress: string[] = []
  const outcomes = await rotateKeys(pool, keyrings, {
    batch: 2,
    onProgress: (what, done, total) => progress.push(`${what} ${done}/${total}`),
  })
  expect(outcomes).toMatchObject([
    { what: 'client secrets', rotated: 3, unreadable: [] },
    { what: 'second factors', rotated: 1, unreadable: [] },
    { what: 'ID tokens', rotated: 0, unreadable: [] },
    { what: 'mails', unreadable: [] },
    { what: 'webhook secrets', rotated: 1, unreadable: [] },
    { what: 'hashes of client secrets', rotated: 3, unreadable: [] },
    { what: 'documents', rotated: 1, unreadable: [] },
  ])
  expect(progress.slice(0, 2)).toEqual(['client secrets 2/3', 'client secrets 3/3'])
  expect(await countLeftOver(pool, keyrings)).toEqual([])

  setKeys([keyrings.encryption[0]], [keyrings.hashes[0]])
  expect(await Promise.all(applications.map(reveal))).toEqual(secrets)
  expect(await showSetupKey(owner, sessionId)).toEqual(setup)
  expect((await read(document)).equals(content)).toBe(true)
  const signed = signWebhook('id', new Date(), '{}', await database().webhookSecret.findMany())
  expect(new Webhook(signing).verify('{}', signed)).toEqual({})
  const mail = await database().mailMessage.findFirstOrThrow({
    where: { toAddress: owner.email, template: 'password-reset' },
  })
  const sealed = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext ?? []) }
  expect(decrypt([keyrings.encryption[0]], sealed, mailContext(mail.id)).toString()).toContain(
    'reset-password/x',
  )
  const rows = await database().clientSecret.findMany({ where: { applicationId: applications[0] } })
  const hash = { keyId: rows[0]?.hashKeyId ?? '', hash: Buffer.from(rows[0]?.secretHash ?? []) }
  expect(matchesSecret([keyrings.hashes[0]], secrets[0] ?? '', hash)).toBe(true)
})

test('an interrupted run continues where it was, and a further run does nothing', async () => {
  for (let count = 0; count < 5; count++) await createShop(owner)
  const keyrings = addKeys()
  const stop = (what: string, done: number) => {
    if (what === 'client secrets' && done >= 2) throw new Error('killed')
  }
  await expect(rotateKeys(pool, keyrings, { batch: 2, onProgress: stop })).rejects.toThrow('killed')
  const left = await countLeftOver(pool, keyrings)
  const total = await database().clientSecret.count()
  const secretsLeft = left
    .filter(({ what }) => what === 'client secrets')
    .reduce((sum, { count }) => sum + count, 0)
  expect(secretsLeft).toBe(total - 2)
  expect((await rotateKeys(pool, keyrings))[0]).toMatchObject({ rotated: total - 2 })
  expect((await rotateKeys(pool, keyrings)).map(({ rotated }) => rotated)).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('unreadable data is left unchanged, named, and delays nothing else', async () => {
  await rotateKeys(pool, addKeys())
  const broken = await createShop(owner)
  const lost = await createShop(owner)
  const fine = await createShop(owner)
  await pool.query(`UPDATE client_secret SET ciphertext = '\\x00' || ciphertext WHERE application_id = $1`, [
    broken,
  ])
  await pool.query(`UPDATE client_secret SET encryption_key_id = 'gone' WHERE application_id = $1`, [lost])
  const document = await createDocument()
  await pool.query(`UPDATE document_chunk SET ciphertext = '\\x00' || ciphertext WHERE document_id = $1`, [
    document.id,
  ])
  const keyrings = addKeys()
  const [secrets, , , , , hashes, documents] = await rotateKeys(pool, keyrings, { batch: 1 })
  const named = await database().clientSecret.findMany({ where: { applicationId: { in: [broken, lost] } } })
  expect([...(secrets?.unreadable ?? [])].sort()).toEqual(named.map(({ id }) => id).sort())
  expect([...(hashes?.unreadable ?? [])].sort()).toEqual(named.map(({ id }) => id).sort())
  expect(documents?.unreadable).toEqual([document.id])
  expect(await reveal(fine)).toMatch(/^guichet_sandbox_secret_/)
  expect((await countLeftOver(pool, keyrings)).filter(({ keyId }) => keyId === 'gone')).toEqual([
    { what: 'client secrets', keyId: 'gone', count: 1 },
  ])
  await pool.query('DELETE FROM client_secret WHERE application_id = ANY ($1)', [[broken, lost]])
  await pool.query('DELETE FROM document_chunk WHERE document_id = $1', [document.id])
  await pool.query('DELETE FROM document WHERE id = $1', [document.id])
})

test('reading works while it runs: secrets and documents, without a failure', { tags: 'slow' }, async () => {
  const application = await createShop(owner)
  const secret = await reveal(application)
  const { content, ...document } = await createDocument(3 * chunkBytes + 1)
  let running = true
  let reads = 0
  async function readAll() {
    while (running) {
      expect(await reveal(application)).toBe(secret)
      expect((await read(document)).equals(content)).toBe(true)
      reads++
    }
  }
  const reading = readAll()
  for (let round = 0; round < 4; round++) await rotateKeys(pool, addKeys())
  running = false
  await reading
  expect(reads).toBeGreaterThan(1)
})

describe('a new key of the embedded default', () => {
  let folder: string
  const old = formatKeyring([generateKey('1')])

  beforeEach(() => {
    folder = temporaryFolder()
    const rest = {
      NEXTAUTH_SECRET: 'n',
      SECRET_HASH_KEYS: old,
      TOKEN_KEYS: old,
      databasePasswords: { owner: 'o' },
    }
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ SECRET_ENCRYPTION_KEYS: old, ...rest }))
    return () => rmSync(folder, { recursive: true })
  })

  test('comes before the others, and nothing else changes', () => {
    expect(addEncryptionKey(folder, '')).toBe('2')
    const { SECRET_ENCRYPTION_KEYS, ...rest } = JSON.parse(readFileSync(join(folder, 'keys.json'), 'utf8'))
    expect(SECRET_ENCRYPTION_KEYS).toMatch(/^2:/)
    expect(SECRET_ENCRYPTION_KEYS.endsWith(`,${old}`)).toBe(true)
    expect(rest).toMatchObject({ TOKEN_KEYS: old, databasePasswords: { owner: 'o' } })
  })

  test('is not made if the operator sets the keys', () => {
    expect(() => addEncryptionKey(folder, formatKeyring([generateKey('mine')]))).toThrow('is set by you')
  })

  test('is not used while processes that started before it are running', () => {
    expect(() => refuseUnknownKey(folder)).not.toThrow()
    const started = join(folder, 'postgres', 'data', 'postmaster.pid')
    mkdirSync(dirname(started), { recursive: true })
    writeFileSync(started, '1')
    utimesSync(started, 1, 1)
    expect(() => refuseUnknownKey(folder)).toThrow('do not know the newest key yet')
    utimesSync(started, 4e9, 4e9)
    expect(() => refuseUnknownKey(folder)).not.toThrow()
  })
})
