import type { Pool } from 'pg'
import { renderMail, type TemplateName } from '@/emails/render-mail'
import type { MailMessage } from '@/generated/prisma/client'
import { setClock } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { getSettings, parseSettings, SettingsError } from '@/lib/env'
import { describeFailure, toSentence } from '@/lib/mail/relay'
import { services, statusDays } from '@/lib/status/service-days'
import { openMail } from '../data'
import * as applicationActs from './application-acts'
import * as operatorActs from './operator-acts'
import * as peopleActs from './people-acts'
import * as rehearsalActs from './rehearsal-acts'
import { createRandom, writeTraffic } from './traffic'
import * as validationActs from './validation-acts'
import { type Factor, type Name, type Profile, people, type World } from './world'

/** How to sign in: one password for everyone, and what those with a second factor need besides. */
export type SignIns = {
  password: string
  people: (Pick<Profile, 'email' | 'role'> & { shows: string; factor?: Factor })[]
}

/** Settings that the story would contradict: it was lived under their defaults, whatever they are now. */
const rules = [
  'SANDBOX_RATE_LIMIT',
  'PRODUCTION_RATE_LIMIT',
  'PRODUCTION_CLIENT_AUTHENTICATION',
  'ORGANISATIONS',
  'VALIDATION_APPROVALS',
  'SIGN_UP_DOMAINS',
  'SIGN_UP_APPROVAL',
  'SUBMISSION_MAX_MIB',
  'DOCUMENT_MAX_VERSIONS',
  'DEVELOPER_MAX_DRAFTS',
  'UPLOAD_MIB_PER_HOUR',
  'STAFF_PASSWORDS',
]

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Fills an installation that is only prepared: plays the story with the product's commands, each at its time,
 * and writes the traffic. The audit log alone has the time of the seeding, as its chain accepts no other.
 * @param password for everyone
 * @throws SettingsError when there are applications already
 */
export async function seedDemo(password: string): Promise<SignIns> {
  if ((await database().application.count()) > 0)
    throw new SettingsError(
      `The demo was begun and not completed: delete ${getSettings().DATA_DIR}, and start it again.`,
    )
  const environment = { ...process.env }
  for (const rule of rules) delete environment[rule]
  Object.assign(getSettings(), parseSettings(environment))
  const end = new Date()
  const world: World = { password, ids: {}, subjects: {}, factors: {} }
  const steps = story.map(([when, act, ...rest]) => ({ at: momentOf(when, end), act, rest }))
  steps.sort((a, b) => a.at.getTime() - b.at.getTime())
  if (steps[0]) await backdateInstallation(steps[0].at)
  for (const { at, act, rest } of steps) {
    setClock(at)
    await (acts[act] as (world: World, ...rest: unknown[]) => unknown)(world, ...rest)
    await backdate(at, end)
  }
  setClock(null)
  await settleOutbox()
  await writeTraffic(world, end)
  await writeServiceDays(end)
  return listSignIns(world)
}

/** The steps of the story, carried out by the product's own commands at the time that the clock shows. */
const acts = {
  ...peopleActs,
  ...applicationActs,
  ...validationActs,
  ...rehearsalActs,
  ...operatorActs,
}

type Rest<Act> = Act extends (world: World, ...rest: infer Values) => unknown ? Values : never
type Step = {
  [Act in keyof typeof acts]: [when: string, act: Act, ...Rest<(typeof acts)[Act]>]
}[keyof typeof acts]

/**
 * What happened and when, in any order: so many weekdays ago at a time of day (UTC), or so many minutes ago. It reaches
 * back beyond a hundred days, when usage is summed into days.
 */
const story: Step[] = [
  ['98d 08:15', 'openInstallation', 'helen'],
  ['98d 08:40', 'publishTerms', 1, 'helen'],
  ['98d 09:30', 'inviteReviewer', 'helen', 'claire'],
  ['98d 10:05', 'inviteReviewer', 'helen', 'samuel'],

  // Teranga Pay: the oldest customer.
  ['95d 08:40', 'signUp', 'awa'],
  ['95d 08:52', 'createApplication', 'teranga-tests'],
  ['95d 09:20', 'addTestAccounts', 'teranga-tests'],
  ['94d 10:00', 'signUp', 'moussa'],
  ['94d 10:30', 'addToTeam', 'teranga-tests', 'moussa', 'member'],
  ['92d 14:10', 'createApplication', 'teranga'],
  ['92d 15:00', 'upload', 'teranga'],
  ['92d 15:20', 'submitDocuments', 'teranga'],
  ['91d 10:45', 'approve', 'teranga', 'claire'],
  ['90d 09:05', 'addToTeam', 'teranga', 'moussa', 'member'],
  ['30d 09:10', 'askForMore', 'teranga', 6000, 'Nous payons les salaires de trois nouveaux clients le 28.'],
  ['29d 15:20', 'decideLimit', 'teranga', 'claire', 'approved'],
  ['1d 14:00', 'reopen', 'teranga'],
  ['1d 15:05', 'replaceDocument', 'teranga', 4],
  ['1d 15:20', 'submitDocuments', 'teranga'],
  ['95m', 'alert', 'teranga', '203.0.113.24'],

  // Harbour Ledger: two owners, a rotation, a load test.
  ['40d 09:12', 'signUp', 'emily'],
  ['40d 11:40', 'signUp', 'daniel'],
  ['40d 13:02', 'createApplication', 'ledger-tests'],
  ['40d 13:30', 'addToTeam', 'ledger-tests', 'daniel', 'owner'],
  ['34d 09:45', 'createApplication', 'ledger'],
  ['34d 10:20', 'upload', 'ledger'],
  ['34d 10:31', 'submitDocuments', 'ledger'],
  ['33d 14:05', 'approve', 'ledger', 'samuel', [999000000001n, 999000000003n, 999000000005n]],
  ['33d 15:00', 'addToTeam', 'ledger', 'daniel', 'owner'],
  ['1500m', 'rotateClientSecret', 'ledger', 72],
  ['170m', 'askForMore', 'ledger-tests', 300, 'Our nightly test checks 18,000 wallets before eight.'],

  // Its organisation, and an application that relies on it.
  ['12d 09:30', 'found', 'emily', 'harbour'],
  ['12d 10:10', 'upload', 'harbour'],
  ['12d 10:20', 'limitValidity', 'harbour', 0, 70],
  ['12d 10:30', 'submitDocuments', 'harbour'],
  ['11d 11:15', 'verify', 'harbour', 'claire'],
  ['11d 13:00', 'addToTeam', 'harbour', 'daniel', 'member'],
  ['10d 09:00', 'moveInto', 'harbour', 'ledger-tests'],
  ['10d 09:05', 'moveInto', 'harbour', 'ledger'],
  ['3d 13:00', 'rehearse', 'ledger-tests', 'careful', 7],
  ['2d 09:00', 'createApplication', 'payouts', 'harbour'],
  ['2d 09:30', 'upload', 'payouts'],
  ['125m', 'submitDocuments', 'payouts'],

  // Kiosque: in validation now.
  ['16d 08:20', 'signUp', 'julien'],
  ['16d 08:31', 'createApplication', 'kiosque-tests'],
  ['16d 09:02', 'addTestAccounts', 'kiosque-tests'],
  ['15d 10:00', 'signUp', 'fatou'],
  ['15d 10:25', 'addToTeam', 'kiosque-tests', 'fatou', 'member'],
  ['3d 09:40', 'createApplication', 'kiosque'],
  ['3d 09:55', 'addToTeam', 'kiosque', 'fatou', 'member'],
  ['3d 10:10', 'inviteAddress', 'kiosque', 'paul.fay@kiosqe.example'],
  ['2d 11:00', 'upload', 'kiosque', 3],
  ['240m', 'upload', 'kiosque'],
  ['210m', 'submitDocuments', 'kiosque'],
  ['9m', 'claim', 'kiosque', 'samuel'],
  ['8m', 'ask', 'kiosque', 'samuel', 'Bonjour, combien de consultations de solde prévoyez-vous par jour ?'],
  ['6m', 'reply', 'kiosque', 'Bonjour, environ 4 000 au lancement, et 15 000 d’ici six mois.'],
  ['5m', 'ask', 'kiosque', 'samuel', 'Volume plausible pour 120 kiosques. Reste l’extrait à vérifier.', true],

  // Bright Market: changes requested, and an organisation in verification.
  ['14d 13:15', 'signUp', 'grace'],
  ['14d 13:24', 'createApplication', 'market-tests'],
  ['9d 10:00', 'createApplication', 'market'],
  ['9d 10:40', 'upload', 'market'],
  ['9d 10:52', 'submitDocuments', 'market'],
  ['8d 15:35', 'claim', 'market', 'samuel'],
  [
    '8d 15:58',
    'decideOn',
    'market',
    'samuel',
    'changes_requested',
    'One document cannot be accepted as it is. Everything else is in order; please replace it and submit again.',
    'The extract is older than three months.',
  ],
  ['1d 09:10', 'found', 'grace', 'bright'],
  ['1d 10:00', 'upload', 'bright'],
  ['1d 10:05', 'limitValidity', 'bright', 0, 340],
  ['1d 11:30', 'lookForSupport', 'market-tests', 'helen', 'They asked why they get so many tokens.'],
  ['140m', 'submitDocuments', 'bright'],
  ['26m', 'rehearse', 'market-tests', 'hasty'],

  // Lumen Assurances: overdue, and a draft.
  ['12d 09:00', 'signUp', 'thomas'],
  ['7d 09:20', 'createApplication', 'lumen'],
  ['7d 10:00', 'upload', 'lumen'],
  ['7d 10:15', 'submitDocuments', 'lumen'],
  ['2d 16:20', 'createApplication', 'lumen-claims'],
  ['2d 16:45', 'upload', 'lumen-claims', 2],

  // Quick Loans: deleted, rejected, suspended.
  ['26d 12:10', 'signUp', 'sarah'],
  ['26d 12:20', 'createApplication', 'loans-tests'],
  ['24d 10:00', 'createApplication', 'payday'],
  ['24d 10:30', 'upload', 'payday'],
  ['24d 10:41', 'submitDocuments', 'payday'],
  ['23d 11:20', 'approve', 'payday', 'claire'],
  ['16d 09:00', 'createApplication', 'loans'],
  ['16d 09:30', 'upload', 'loans'],
  ['16d 09:41', 'submitDocuments', 'loans'],
  ['15d 14:30', 'decideOn', 'loans', 'claire', 'rejected', 'Our terms do not allow the rating of borrowers.'],
  ['10d 09:00', 'removeApplication', 'loans-tests'],
  ['4d 13:35', 'alert', 'payday', '198.51.100.77'],
  ['4d 14:05', 'suspend', 'payday', 'helen', 'Thousands of requests for numbers without an account.'],
  ['4d 14:08', 'resolveAlertOf', 'payday', 'helen'],

  // Sahel Transfert: a suspended developer.
  ['20d 08:00', 'signUp', 'ibrahim'],
  ['20d 08:10', 'createApplication', 'sahel-tests'],
  ['11d 16:00', 'suspendPerson', 'ibrahim', 'helen', 'The account was used by someone else.'],

  // What the operator publishes.
  ['18d 10:00', 'announce', 'deprecation', 'helen', 0, 72, 200 * 24],
  ['6d 10:00', 'publishTerms', 2, 'helen'],
  ['6d 15:20', 'announce', 'incident', 'helen', 0, 1],
  ['5d 09:30', 'acceptNewTerms', 'awa', 'emily', 'julien', 'grace', 'thomas', 'sarah', 'fatou'],
  ['5d 11:00', 'uploadAccounts', 'bad', 'helen'],
  ['5d 11:10', 'uploadAccounts', 'good', 'helen'],
  ['1d 16:00', 'announce', 'maintenance', 'helen', 6 * 24, 6 * 24 + 3],

  ['4m', 'requestLink', 'nadia'],
]

/**
 * The mails of before today were sent; today's wait for the worker, which delivers them to the mailbox. One failed,
 * and the relay put one off, for less than the hour after which the doctor would call it stuck.
 */
async function settleOutbox(): Promise<void> {
  const pool = databasePool()
  await pool.query(
    `UPDATE mail_message SET status = 'failed', attempts = 1, next_attempt_at = created_at, last_error = $1
     WHERE to_address LIKE '%@kiosqe.example'`,
    [refusal('550 5.1.2 kiosqe.example: no such domain')],
  )
  await markSent(pool)
  await pool.query(
    `UPDATE mail_message SET attempts = 1, next_attempt_at = now() + interval '30 minutes', last_error = $1
     WHERE id = (SELECT id FROM mail_message WHERE status = 'queued' ORDER BY id DESC LIMIT 1)`,
    [refusal('451 4.7.1 greylisted, try again later')],
  )
  await pool.query(
    `SELECT graphile_worker.remove_job('mail:' || id) FROM mail_message WHERE status <> 'queued' OR attempts > 0`,
  )
  await pool.query(`SELECT graphile_worker.remove_job('prove:' || id) FROM submission`)
}

/** As the worker records what a relay says to a recipient. */
function refusal(response: string): string {
  const responseCode = Number.parseInt(response, 10)
  return toSentence(describeFailure({ command: 'RCPT TO', responseCode, response }, ''))
}

/** As the worker leaves mails: without their content, but with their subject. */
async function markSent(pool: Pool): Promise<void> {
  const createdAt = { lt: new Date(Date.now() - 24 * 60 * 60_000) }
  const mails = await database().mailMessage.findMany({ where: { status: 'queued', createdAt } })
  const subjects = mails.map(subjectOf)
  await pool.query(
    `UPDATE mail_message SET status = 'sent', attempts = 1, sent_at = created_at + interval '2 seconds',
       props_ciphertext = NULL, subject = sent.subject
     FROM unnest($1::uuid[], $2::text[]) AS sent (mail_id, subject)
     WHERE id = sent.mail_id`,
    [mails.map(({ id }) => id), subjects],
  )
}

function subjectOf(mail: MailMessage): string {
  return renderMail(mail.template as TemplateName, openMail(mail), mail.locale).subject
}

/** `9d 10:40` is nine weekdays before `end` at that time (UTC), `45m` are minutes. */
function momentOf(when: string, end: Date): Date {
  const [, minutes, days, time] = /^(?:(\d+)m|(\d+)d (\d\d:\d\d))$/.exec(when) ?? []
  if (minutes) return new Date(end.getTime() - Number(minutes) * minuteMs)
  if (!days) throw new Error(`no time: ${when}`)
  const day = new Date(end)
  for (let left = Number(days); left > 0; ) {
    day.setTime(day.getTime() - dayMs)
    if (day.getUTCDay() % 6 !== 0) left--
  }
  return new Date(`${day.toISOString().slice(0, 10)}T${time}:00Z`)
}

/**
 * Backdates the rows of every installation's seed: the documents to ask for, and the first administrator's
 * invitation.
 */
async function backdateInstallation(at: Date): Promise<void> {
  const createdAt = [new Date(at.getTime() - 30 * minuteMs)]
  for (const table of ['requirement', 'reason_template', 'developer', 'email_link', 'mail_message'])
    await databasePool().query(`UPDATE ${table} SET created_at = $1`, createdAt)
}

/** Backdates the rows that the database dates by its own clock. */
async function backdate(at: Date, begun: Date): Promise<void> {
  for (const [table, column, more] of [
    ['mail_message', 'created_at', 'next_attempt_at = $1'],
    ['terms_acceptance', 'accepted_at'],
    ['account_import', 'created_at', 'ended_at = $1'],
    ['operator_alert', 'created_at', `handled_at = $1, hour = date_trunc('hour', $1::timestamptz)`],
  ]) {
    const set = [`${column} = $1`, ...(more ? [more] : [])].join(', ')
    await databasePool().query(`UPDATE ${table} SET ${set} WHERE ${column} >= $2`, [at, begun])
  }
}

/** The worker's checks of each minute, with the incident and a few restarts. */
async function writeServiceDays(end: Date): Promise<void> {
  const random = createRandom(90)
  const rows = Array.from({ length: statusDays }, (_, ago) => ago).flatMap((ago) => {
    const day = new Date(end.getTime() - ago * dayMs).toISOString().slice(0, 10)
    const checked = ago === 0 ? Math.floor((end.getTime() % dayMs) / minuteMs) : dayMs / minuteMs
    return services.map((service) => {
      const failover = ago === 6 && service !== 'worker' ? 4 : 0
      const down = failover || (random.next() < 0.015 ? random.count(2) : 0)
      const checkedAt = new Date(ago === 0 ? end : Date.parse(`${day}T23:59:00Z`)).toISOString()
      const counts = { minutes_checked: checked, minutes_down: Math.min(down, checked) }
      return { service, day, ...counts, checked_at: checkedAt, ready: true }
    })
  })
  await databasePool().query(
    'INSERT INTO service_day SELECT * FROM json_populate_recordset(NULL::service_day, $1)',
    [JSON.stringify(rows)],
  )
}

function listSignIns(world: World): SignIns {
  const found = (Object.entries(people) as [Name, Profile][]).flatMap(([name, { email, role, shows }]) =>
    shows ? [{ email, role, shows, factor: world.factors[name] }] : [],
  )
  return { password: world.password, people: found }
}
