import { isIP } from 'node:net'
import { z } from 'zod'
import type { Application, WebhookEndpoint } from '@/generated/prisma/client'
import { listRecipients } from '@/lib/applications/queries'
import { application } from '@/lib/applications/target'
import type { AuditDetail } from '@/lib/audit/commands'
import { now, secondsFromNow } from '@/lib/clock'
import { type Context, command } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { listAdministrators } from '@/lib/identity/administrators'
import { countAttempt } from '@/lib/identity/throttle'
import { isUuid, newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { judgeAddress, mayCall } from './address'
import { readEnds } from './administration-events'
import {
  changedEventsSchema,
  endpointLimit,
  type NewEndpoint,
  newAdministrationEndpointSchema,
  newEndpointSchema,
  signingOverlapHours,
} from './schema'
import { issueSigningSecret } from './signing-secret'

/** The type of test events; no endpoint can choose it. */
const testEvent = 'webhook.test'
const testsPerMinute = 10

const own = { on: application, right: 'webhooks' } as const
const ofAdministration = {
  right: 'administrator',
  confirm: 'always',
  // It has no row.
  async lock(transaction: Transaction) {
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('administration_webhooks'))::text`
  },
} as const
const mailingOwners = { ...own, confirm: 'production', notifies: 'owners' } as const
const mailingAdministrators = { ...ofAdministration, notifies: 'administrators' } as const

const one = z.object({ endpointId: z.string() })
const oneEvent = one.extend({ eventId: z.string() })
type One = z.output<typeof one>

/** `application` is missing where it is about endpoints of the administration, which are sent the audit log. */
type Given<Input> = Context<Input, undefined> & { application?: Application }

type Endpoint = Pick<WebhookEndpoint, 'id' | 'applicationId' | 'url'>

/**
 * Adds an endpoint. The address behind a name is checked at each delivery. One of the administration is sent what
 * happens from here on.
 * @returns the signing secret, to be shown once; refused `too_many` (over 5), `exists` (there is one with this URL),
 *   `https_only`, `address_refused` (an IP address that webhooks are not sent to)
 */
export const addEndpoint = command({
  ...mailingOwners,
  input: newEndpointSchema,
  audit: 'webhook.added',
  run: (given) => add(given),
})
export const addAdministrationEndpoint = command({
  ...mailingAdministrators,
  input: newAdministrationEndpointSchema,
  audit: 'webhook.added',
  run: (given) => add(given),
})

async function add(given: Given<NewEndpoint>) {
  const { transaction, input } = given
  const { url, events } = input
  const wrong = findFault(new URL(url))
  if (wrong) return refused(wrong)
  const applicationId = given.application?.id ?? null
  const endpoints = await transaction.webhookEndpoint.findMany({ where: { applicationId } })
  if (endpoints.some((each) => each.url === url)) return refused('exists')
  if (endpoints.length >= endpointLimit) return refused('too_many')
  const endpoint = { id: newId(), applicationId, url }
  const ends = applicationId === null ? await readEnds(transaction, events) : {}
  await transaction.webhookEndpoint.create({ data: { ...endpoint, ...ends, events, createdAt: now() } })
  const secret = await issueSigningSecret(transaction, endpoint.id)
  await mailChange(given, endpoint, 'added')
  note(given, endpoint, { events })
  return done(secret)
}

/**
 * Gives an endpoint a new signing secret. The previous one signs too for 24 hours; one before that ends.
 * @returns the secret, to be shown once; refused `no_endpoint`
 */
export const rotateSigningSecret = command({
  ...mailingOwners,
  input: one,
  audit: 'webhook.secret_rotated',
  run: (given) => rotate(given),
})
export const rotateAdministrationSecret = command({
  ...mailingAdministrators,
  input: one,
  audit: 'webhook.secret_rotated',
  run: (given) => rotate(given),
})

async function rotate(given: Given<One>) {
  const endpoint = await findEndpoint(given)
  if (!endpoint) return refused('no_endpoint')
  const { webhookSecret } = given.transaction
  const where = { endpointId: endpoint.id }
  await webhookSecret.deleteMany({ where: { ...where, expiresAt: { not: null } } })
  await webhookSecret.updateMany({ where, data: { expiresAt: secondsFromNow(signingOverlapHours * 3600) } })
  const secret = await issueSigningSecret(given.transaction, endpoint.id)
  await mailChange(given, endpoint, 'secret_rotated')
  note(given, endpoint, { overlapHours: signingOverlapHours })
  return done(secret)
}

/**
 * Changes what an endpoint of the administration is sent; of a kind that is new to it, what happens from here on.
 * @returns refused `no_endpoint`
 */
export const changeAdministrationEvents = command({
  ...ofAdministration,
  input: changedEventsSchema,
  audit: 'webhook.events_changed',
  version: async (given) => (await findEndpoint(given))?.events,
  async run(given) {
    const { transaction, input } = given
    const endpoint = await findEndpoint(given)
    if (!endpoint) return refused('no_endpoint')
    const { events } = input
    const { deliveredSequence, deliveredRefusal } = await readEnds(transaction, events)
    const ends = {
      deliveredSequence: deliveredSequence && (endpoint.deliveredSequence ?? deliveredSequence),
      deliveredRefusal: deliveredRefusal && (endpoint.deliveredRefusal ?? deliveredRefusal),
    }
    await transaction.webhookEndpoint.update({ where: { id: endpoint.id }, data: { events, ...ends } })
    note(given, endpoint, { events })
    return done(undefined)
  },
})

/** Removes an endpoint with its secrets and deliveries. @returns refused `no_endpoint` */
export const removeEndpoint = command({
  ...own,
  irreversible: true,
  input: one,
  audit: 'webhook.removed',
  run: (given) => remove(given),
})
export const removeAdministrationEndpoint = command({
  ...ofAdministration,
  irreversible: true,
  input: one,
  audit: 'webhook.removed',
  run: (given) => remove(given),
})

async function remove(given: Given<One>) {
  const endpoint = await findEndpoint(given)
  if (!endpoint) return refused('no_endpoint')
  await given.transaction.webhookEndpoint.deleteMany({ where: { id: endpoint.id } })
  note(given, endpoint)
  return done(undefined)
}

/**
 * Enables an endpoint that was disabled: what still waits is delivered from now on, and new events are.
 * @returns refused `no_endpoint` (also if it is not disabled)
 */
export const enableEndpoint = command({
  ...mailingOwners,
  input: one,
  audit: 'webhook.enabled',
  run: (given) => enable(given),
})
export const enableAdministrationEndpoint = command({
  ...mailingAdministrators,
  input: one,
  audit: 'webhook.enabled',
  run: (given) => enable(given),
})

async function enable(given: Given<One>) {
  const endpoint = await findEndpoint(given)
  if (!endpoint?.disabledAt) return refused('no_endpoint')
  const { webhookEndpoint, webhookDelivery } = given.transaction
  const data = { disabledAt: null, disabledReason: null, failingSince: null }
  await webhookEndpoint.updateMany({ where: { id: endpoint.id }, data })
  const where = { endpointId: endpoint.id, nextAttemptAt: { not: null } }
  await webhookDelivery.updateMany({ where, data: { nextAttemptAt: now() } })
  await mailChange(given, endpoint, 'enabled')
  note(given, endpoint)
  return done(undefined)
}

/**
 * Sends a test event to an endpoint, at most 10 a minute. Not audited, like every event.
 * @returns refused `no_endpoint`, `disabled`, `throttled`
 */
export const sendTestEvent = command({ ...own, input: one, audit: [], run: (given) => test(given) })
export const sendAdministrationTest = command({
  ...ofAdministration,
  input: one,
  audit: [],
  run: (given) => test(given),
})

async function test(given: Given<One>) {
  const { transaction } = given
  const endpoint = await findEndpoint(given)
  if (!endpoint) return refused('no_endpoint')
  if (endpoint.disabledAt) return refused('disabled')
  const { id: endpointId, applicationId } = endpoint
  const event = { type: testEvent, createdAt: { gt: secondsFromNow(-60) } }
  const sent = await transaction.webhookDelivery.count({ where: { endpointId, event } })
  if (sent >= testsPerMinute) return refused('throttled')
  const eventId = newId()
  const data = { ...(applicationId === null ? {} : { applicationId }), endpointId }
  await transaction.webhookEvent.create({ data: { id: eventId, type: testEvent, data, createdAt: now() } })
  await transaction.webhookDelivery.create({ data: { endpointId, eventId } })
  return done(undefined)
}

/**
 * Delivers an event again, with the same id: one that was delivered, or given up; at most 10 a minute. If that fails,
 * what is left of the retries follows.
 * @returns refused `no_endpoint` (also for an event that it was not sent), `disabled`, `waiting` (it is delivered
 *   anyway), `throttled`
 */
export const resendEvent = command({ ...own, input: oneEvent, audit: [], run: (given) => resend(given) })
export const resendAdministrationEvent = command({
  ...ofAdministration,
  input: oneEvent,
  audit: [],
  run: (given) => resend(given),
})

async function resend(given: Given<z.output<typeof oneEvent>>) {
  const { transaction, input } = given
  const endpoint = await findEndpoint(given)
  if (!endpoint || !isUuid(input.eventId)) return refused('no_endpoint')
  if (endpoint.disabledAt) return refused('disabled')
  const place = { endpointId: endpoint.id, eventId: input.eventId }
  if ((await transaction.webhookDelivery.count({ where: place })) === 0) return refused('no_endpoint')
  if ((await transaction.webhookDelivery.count({ where: { ...place, nextAttemptAt: null } })) === 0)
    return refused('waiting')
  if ((await countAttempt('webhook_resend', endpoint.id, transaction)) > 0) return refused('throttled')
  const count = await transaction.$executeRaw`
    UPDATE webhook_delivery SET next_attempt_at = now(), delivered_at = NULL
    WHERE endpoint_id = ${place.endpointId}::uuid AND event_id = ${place.eventId}::uuid AND next_attempt_at IS NULL`
  return count > 0 ? done(undefined) : refused('waiting')
}

/** An endpoint is disabled after so many days in which every attempt failed: `recordAttempt` decides. */
export const failingDays = 5

/** Disables an endpoint, and mails the owners of its application, or the administrators; once. */
export const disableEndpoint = command({
  right: 'system',
  notifies: 'owners',
  input: one.extend({ reason: z.enum(['gone', 'failing']) }),
  audit: 'webhook.disabled',
  async run(given) {
    const { transaction, input, mail } = given
    const [endpoint] = await transaction.webhookEndpoint.updateManyAndReturn({
      where: { id: input.endpointId, disabledAt: null },
      data: { disabledAt: now(), disabledReason: input.reason },
      select: { id: true, applicationId: true, url: true },
    })
    if (!endpoint) return done(undefined)
    const { recipients, ...place } = await describePlace(transaction, endpoint.applicationId)
    const { host } = new URL(endpoint.url)
    await mail(recipients, 'webhook-disabled', { ...place, host, cause: input.reason })
    note(given, endpoint, { reason: input.reason })
    return done(undefined)
  },
})

/** The endpoint of this application, or of the administration. */
async function findEndpoint(given: Given<One>): Promise<WebhookEndpoint | null> {
  const where = { id: given.input.endpointId, applicationId: given.application?.id ?? null }
  return isUuid(where.id) ? given.transaction.webhookEndpoint.findFirst({ where }) : null
}

function findFault({ protocol, hostname }: URL): 'https_only' | 'address_refused' | null {
  const networks = getSettings().WEBHOOK_ALLOWED_NETWORKS
  if (protocol === 'http:' && networks.length === 0) return 'https_only'
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !mayCall(protocol, judgeAddress(host, networks)) ? 'address_refused' : null
}

/** An endpoint is sent what happens in Production, or the audit log: whoever owns these gets a mail. */
async function mailChange(
  { transaction, mail }: Given<unknown>,
  { applicationId, url }: Endpoint,
  change: 'added' | 'secret_rotated' | 'enabled',
): Promise<void> {
  const { recipients, ...place } = await describePlace(transaction, applicationId)
  if (place.environment === 'sandbox') return
  await mail(recipients, 'webhook-changed', { ...place, host: new URL(url).host, change })
}

/** Where an endpoint is, and who is mailed about it: the owners, or the administrators. */
async function describePlace(transaction: Transaction, applicationId: string | null) {
  const portal = getSettings().PORTAL_URL
  if (applicationId === null)
    return { link: `${portal}/administration/webhooks`, recipients: await listAdministrators(transaction) }
  const application = await transaction.application.findUniqueOrThrow({ where: { id: applicationId } })
  const { name: applicationName, environment, state } = application
  const recipients = state === 'deleted' ? [] : await listRecipients(transaction, applicationId, 'webhooks')
  const link = `${portal}/applications/${applicationId}/webhooks`
  return { applicationName, environment, link, recipients }
}

/** Its host only, as the rest of a URL may be a secret. */
function note(
  { record }: Given<unknown>,
  { id, applicationId, url }: Endpoint,
  detail: AuditDetail = {},
): void {
  const place: AuditDetail = applicationId === null ? { of: 'audit_log' } : { applicationId }
  record({ type: 'webhook_endpoint', id }, { ...place, host: new URL(url).host, ...detail })
}
