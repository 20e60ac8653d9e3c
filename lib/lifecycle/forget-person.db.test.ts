import { expect, test } from 'vitest'
import { changeEmail, requestEmailChange } from '@/lib/identity/email-change'
import { newId } from '@/lib/ids'
import { claimMail, recordFailure, recordSent } from '@/lib/mail/delivery'
import { succeed } from '@/lib/result'
import { lastLink } from '@/scripts/launch/data'
import { executeAs } from '@/scripts/launch/execute-as'
import { addKey, createKey } from '@/test/client-keys'
import {
  deleteAccount,
  device,
  enterPassword,
  goodPassword,
  inSession,
  openSession,
  type SignedIn,
  signUpDeveloper,
} from '@/test/developers'
import { createApplication, createDeveloper, issueSecret } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { eraseDeveloper } from './delete-developer'

const own = withOwnDatabase()
const { owner } = own

/** Every column whose name says that it has an e-mail or IP address, except those of the operator. */
const columns = [
  'application_invitation.email',
  'audit_address.value',
  'client_key.last_used_address',
  'client_secret.last_used_address',
  'developer.email',
  'email_link.new_email',
  'mail_message.last_error',
  'mail_message.to_address',
  'recent_call.address',
  'refused_sign_in.address',
  'session.address',
]

async function dump(): Promise<string> {
  const { rows } = await owner.query(
    `SELECT string_agg(query_to_xml('SELECT * FROM ' || oid::regclass, true, true, '')::text, '') AS text
     FROM pg_class WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )
  return rows[0].text.toLowerCase()
}

/** The columns in which one of the words is found. */
async function find(words: string[]): Promise<string[]> {
  const found = await Promise.all(
    columns.map(async (column) => {
      const [table, name] = column.split('.')
      const { rowCount } = await owner.query(
        `SELECT FROM ${table} WHERE EXISTS (SELECT FROM unnest($1::text[]) word WHERE strpos(lower(${name}), word) > 0)`,
        [words],
      )
      return rowCount ? column : null
    }),
  )
  return found.filter((column) => column !== null)
}

/** A person with a previous and a current address, on a team with someone else, and with each column filled. */
async function leaveTraces(network: string, heir: { id: string }) {
  const who: SignedIn = await signUpDeveloper()
  const email = `new-${who.email}`
  const { sessionId } = await openSession(who.id)
  await succeed(executeAs(inSession(who.actor, sessionId), requestEmailChange, { input: { email } }))
  expect((await executeAs(who.actor, changeEmail, { input: { link: await lastLink(email) } })).ok).toBe(true)
  for (const password of ['wrong', goodPassword])
    await enterPassword({ email, password }, { ...device, address: network })
  const { id: applicationId } = await createApplication(owner, { developerId: who.id })
  await issueSecret(owner, applicationId, 'sandbox')
  await owner.query(`INSERT INTO application_member VALUES ($1, $2, 'owner', now())`, [
    applicationId,
    heir.id,
  ])
  await addKey(owner, applicationId, await createKey())
  for (const table of ['client_secret', 'client_key'])
    await owner.query(`UPDATE ${table} SET last_used_address = $2 WHERE application_id = $1`, [
      applicationId,
      network,
    ])
  await owner.query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
     VALUES ($1, gen_random_uuid(), now(), 'token', 200, 1, $2)`,
    [applicationId, network],
  )
  for (const to of [email, who.email])
    await owner.query(
      `INSERT INTO application_invitation (id, application_id, email, role, invited_by_id, token_hash, expires_at)
       VALUES ($1::uuid, $2, $3, 'member', $4, sha256($1::text::bytea), now())`,
      [newId(), applicationId, to, heir.id],
    )
  await owner.query(
    `INSERT INTO mail_message (id, to_address, developer_id, template, locale, encryption_key_id, status, last_error)
     VALUES ($1, $2, $3, 'password-changed', 'en', 'k', 'failed', '550 no mailbox ' || $2)`,
    [newId(), email, who.id],
  )
  return { ...who, words: [who.email, network] }
}

/** As the worker: one fails for good, the others are sent. */
async function drainOutbox() {
  await own.connectAs('worker')
  await owner.query('UPDATE mail_message SET next_attempt_at = now()')
  const { rows } = await owner.query(`SELECT id FROM mail_message WHERE status = 'queued' ORDER BY id`)
  for (const [index, { id }] of rows.entries()) {
    const mail = await claimMail(id)
    if (!mail) throw new Error('not claimed')
    if (index > 0) await recordSent(id, 'Subject')
    else await recordFailure(mail, { error: 'refused', permanent: true })
  }
  await own.connectAs('portal')
  return rows.length
}

test('every column that may have an address is known here', async () => {
  const { rows } = await owner.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name ~ 'email|address|recipient' AND data_type = 'text' ORDER BY 1`,
  )
  // Nor are those of a company about a person.
  const others = ['branding.support_email', 'organisation.registered_address']
  const found = rows.map(({ name }) => name).filter((name) => !others.includes(name))
  expect([...found, 'audit_address.value', 'mail_message.last_error'].sort()).toEqual(columns)
})

// ASVS 14.2.7
test.each(['erased by an administrator', 'deleted by themselves'])(
  'an account %s leaves no e-mail or network address in any table',
  async (how) => {
    const network = how.startsWith('erased') ? '198.51.100.23' : '2001:db8::77'
    const heir = await createDeveloper()
    const administrator = await createDeveloper({ role: 'administrator' })
    const { id, actor, words } = await leaveTraces(network, heir)
    expect(await find(words)).toEqual(columns)
    const erased = how.startsWith('erased')
      ? await executeAs(administrator as typeof administrator & { role: 'administrator' }, eraseDeveloper, {
          target: id,
          input: { reason: `Asked from ${words[0]}.` },
        })
      : await deleteAccount(actor)
    expect(erased).toMatchObject({ ok: true })
    expect(await drainOutbox()).toBeGreaterThan(1)
    const text = await dump()
    expect(text).toContain(heir.email.toLowerCase())
    for (const word of words) expect(text).not.toContain(word)
    const { rows } = await owner.query(
      `SELECT DISTINCT to_address, props_ciphertext FROM mail_message WHERE developer_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ to_address: '', props_ciphertext: null }])
  },
)

test('someone else who has the previous address now keeps what is theirs', async () => {
  const who = await signUpDeveloper()
  const { sessionId } = await openSession(who.id)
  const email = `new-${who.email}`
  await executeAs(inSession(who.actor, sessionId), requestEmailChange, { input: { email } })
  await executeAs(who.actor, changeEmail, { input: { link: await lastLink(email) } })
  const next = await createDeveloper({ email: who.email })
  const { id: applicationId } = await createApplication(owner)
  await owner.query(
    `INSERT INTO application_invitation (id, application_id, email, role, invited_by_id, token_hash, expires_at)
     VALUES ($1, $2, $3, 'member', $4, sha256('x'), now() + interval '1 day')`,
    [newId(), applicationId, next.email, next.id],
  )
  expect((await deleteAccount(who.actor)).ok).toBe(true)
  const { rowCount } = await owner.query('SELECT FROM application_invitation WHERE email = $1', [next.email])
  expect(rowCount).toBe(1)
})
