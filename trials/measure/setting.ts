import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'next-auth/jwt'
import { Client } from 'pg'
import { clientPackage } from '@/generated/client-package'
import { keyNames, parseSettings } from '@/lib/env'
import { newId } from '@/lib/ids'
import { migrate } from '@/prisma/migrate'
import { testFolder } from '@/scripts/check/folders'
import type { BuildTarget } from '@/scripts/launch/build/build'
import { findPlace } from '@/scripts/launch/postgres/place'
import { stopPostmaster } from '@/scripts/launch/postgres/postmaster'
import { connectionUrl, prepareRoles, roleNames } from '@/scripts/launch/postgres/roles'
import { startServer } from '@/scripts/launch/postgres/server'
import type { Installation } from '@/scripts/launch/start/installation'
import { prepareKeys } from '@/scripts/launch/start/keys'
import { planProcesses } from '@/scripts/launch/start/processes'
import { waitUntilReady } from '@/scripts/launch/start/ready'
import { stopLater } from '@/scripts/launch/start/shutdown'
import { supervise } from '@/scripts/launch/start/supervise'
import { addReport } from '@/test/rehearsals'
import type { Visitor } from '@/test/walls/routes'
import { busy, type Filled } from './pages'

const folder = join(testFolder, 'measure')
const firstPort = Number(process.env.MEASURE_FIRST_PORT ?? 3860)
const sessionHours = 12

export type Database = { client: Client; installation: Installation }
export type Portal = { address: string; metrics: string; cookies: Record<Visitor, string>; filled: Filled }

/** Starts an embedded database with the shipped settings, empty except for the schema. It stops with this process. */
export async function startDatabase(): Promise<Database> {
  // A previous run that was killed may have left its server.
  const former = findPlace(folder)
  if (former) await stopPostmaster(former.data)
  for (const each of [former?.folder, folder]) if (each) rmSync(each, { recursive: true, force: true })
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const keys = prepareKeys(folder)
  const { place } = await startServer(folder, join(folder, 'logs', 'postgres.log'))
  stopLater(() => stopPostmaster(place.data))
  await prepareRoles(place, keys.databasePasswords)
  const urlOf = (name: keyof typeof roleNames) => connectionUrl(place, name, keys.databasePasswords[name])
  const { owner: _, ...roles } = roleNames
  await migrate(urlOf('owner'), roles)
  const client = new Client({ connectionString: urlOf('owner') })
  await client.connect()
  stopLater(() => client.end())
  const databases = {
    owner: urlOf('owner'),
    portal: urlOf('portal'),
    gateway: urlOf('gateway'),
    worker: urlOf('worker'),
  }
  const environment = portSettings()
  return {
    client,
    installation: {
      settings: parseSettings(environment),
      environment,
      dataDir: folder,
      keys: Object.fromEntries(keyNames.map((name) => [name, keys[name]])) as Installation['keys'],
      databases,
      roles,
    },
  }
}

/** Starts the built portal as `npm start` would, and signs the visitors in. It stops with this process. */
export async function startPortal({ client, installation }: Database, target: BuildTarget): Promise<Portal> {
  const plan = planProcesses(installation, target).find(({ name }) => name === 'portal')
  if (!plan) throw new Error('There is no portal among the processes.')
  const portal = supervise(plan, folder)
  stopLater(() => portal.stop())
  await waitUntilReady(portal)
  const { NEXTAUTH_SECRET } = installation.keys
  return {
    address: installation.settings.PORTAL_URL,
    metrics: `http://127.0.0.1:${installation.settings.METRICS_PORT}/metrics`,
    cookies: {
      stranger: '',
      developer: await signIn(client, 'developer-1@measure.invalid', NEXTAUTH_SECRET),
      reviewer: await signIn(client, 'reviewer-1@measure.invalid', NEXTAUTH_SECRET),
    },
    filled: await findFilled(client),
  }
}

/** The values of `[…]` in the URLs. */
async function findFilled(client: Client): Promise<Filled> {
  const { rows } = await client.query(
    `SELECT sandbox.id AS sandbox, sandbox.developer_id AS developer, production.id AS production, s.id AS submission,
       d.id AS document, d.requirement_id AS requirement, template.id AS template, call.request_id AS request
     FROM application sandbox, application production
     JOIN submission s ON s.application_id = production.id JOIN document d ON d.submission_id = s.id,
       reason_template template, recent_call call
     WHERE sandbox.client_id = $1 AND production.client_id = $2 AND call.application_id = sandbox.id LIMIT 1`,
    [busy.clientId, busy.submittedClientId],
  )
  const { sandbox, production, developer, submission, document, requirement, template, request } = rows[0]
  const link = 'x'.repeat(43)
  const reported = await addReport((text, values) => client.query(text, values), {
    submissionId: submission,
    applicationId: sandbox,
  })
  const [limitRequest, networkRequest, announcement] = [newId(), newId(), newId()]
  await client.query(
    `INSERT INTO limit_request (id, application_id, requested_by_id, calls_per_minute, reason)
     VALUES ($1, $2, $3, 500, 'A new partner.')`,
    [limitRequest, sandbox, developer],
  )
  await client.query(
    `INSERT INTO network_request (id, application_id, requested_by_id, networks, reason)
     VALUES ($1, $2, $3, '{203.0.113.0/24}', 'A new data centre.')`,
    [networkRequest, production, developer],
  )
  await client.query(
    `INSERT INTO announcement (id, kind, title_en, title_fr, text_en, text_fr, starts_at, audience, published_by_id)
     VALUES ($1, 'change', 'New fields', 'Nouveaux champs', 'Soon.', 'Bientôt.', now(), 'everyone', $2)`,
    [announcement, developer],
  )
  // For the future, so that no one has to accept them.
  await client.query(
    `INSERT INTO terms_version (version, text_en, text_fr, effective_from, request_key)
     VALUES (1, '# Terms', '# Conditions', '2199-01-01', gen_random_uuid())`,
  )
  const { rows: companies } = await client.query(
    `UPDATE application_member m SET developer_id = $1 FROM organisation o
     WHERE o.legal_name = 'Company 1' AND m.organisation_id = o.id RETURNING o.id`,
    [developer],
  )
  const [{ id: organisation }] = companies
  return {
    sandbox,
    production,
    places: {
      '/activate/[link]': link,
      '/administration/announcements/[id]': announcement,
      '/administration/applications/[id]': sandbox,
      '/administration/developers/[id]': developer,
      '/administration/organisations/[id]': organisation,
      '/announcements/[id]': announcement,
      '/applications/[id]': sandbox,
      '/applications/[id]/accounts': sandbox,
      '/applications/[id]/accounts/[msisdn]': busy.msisdn,
      '/applications/[id]/rehearsal': sandbox,
      '/applications/[id]/team/[developerId]': developer,
      '/applications/[id]/usage/[requestId]': request,
      '/applications/[id]/validation/documents/[documentId]': document,
      '/applications/[id]/validation/templates/[requirementId]': requirement,
      '/change-email/[link]': link,
      '/change-email/undo/[link]': link,
      '/sign-in/browser/[link]': link,
      '/docs/[...path]': 'errors/account_not_found',
      '/terms/[version]': '1',
      '/docs/markdown/[[...path]]': 'errors',
      '/docs/client/[file]': clientPackage.name,
      '/docs/reference/[group]': 'accounts',
      '/invitation/[link]': link,
      '/join/[link]': link,
      '/organisations/[id]': organisation,
      '/organisations/[id]/documents/[documentId]': document,
      '/organisations/[id]/team/[developerId]': developer,
      '/organisations/[id]/templates/[requirementId]': requirement,
      '/reset-password/[link]': link,
      '/review/[id]': submission,
      '/review/[id]/calls/[requestId]': reported,
      '/review/[id]/documents/[documentId]': document,
      '/review/limits/[requestId]': limitRequest,
      '/review/networks/[requestId]': networkRequest,
      '/review/pdf/[folder]': 'cmaps',
      '/review/pdf/[folder]/[name]': 'H.bcmap',
      '/review/requirements/[requirementId]': requirement,
      '/review/templates/[templateId]': template,
    },
  }
}

/** A session as after signing in: a row, and the cookie that names it. */
async function signIn(client: Client, email: string, secret: string): Promise<string> {
  const sessionId = newId()
  const { rows } = await client.query(
    `INSERT INTO session (id, developer_id, user_agent, address, expires_at, last_seen_at, confirmed_at)
     SELECT $1, id, 'measure', '127.0.0.1', now() + $3 * interval '1 hour', now(), now() + interval '1 hour' FROM developer WHERE email = $2
     RETURNING developer_id`,
    [sessionId, email, sessionHours],
  )
  const token = { developerId: rows[0].developer_id, sessionId, sessionVersion: 0 }
  return `next-auth.session-token=${await encode({ token, secret, maxAge: sessionHours * 3600 })}`
}

/** Separate ports, next to those of a running product. What `fill` writes is encrypted under no key that exists. */
function portSettings(): NodeJS.ProcessEnv {
  const names = ['PORTAL', 'SANDBOX', 'PRODUCTION', 'MAILBOX', 'MAILBOX_SMTP', 'METRICS']
  const ports = names.map((name, index) => [`${name}_PORT`, String(firstPort + index)])
  return { NODE_ENV: 'production', LOST_KEYS: 'none', ...Object.fromEntries(ports) }
}
