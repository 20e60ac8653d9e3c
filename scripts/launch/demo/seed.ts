import { setClock } from '@/lib/clock'
import { database, databasePool } from '@/lib/database'
import { getSettings, parseSettings, SettingsError } from '@/lib/env'
import { services, statusDays } from '@/lib/status/service-days'
import { settleOutbox } from './outbox'
import { type Name, type Profile, people } from './people'
import { createRandom } from './random'
import { acts, story } from './story'
import { writeTraffic } from './traffic'
import type { Factor, World } from './world'

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
