import { isIP } from 'node:net'
import type { WebhookEndpoint } from '@/generated/prisma/client'
import { lockApplicationFor } from '@/lib/applications/lock'
import type { AuditAction } from '@/lib/audit/actions'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import { database, onRow, type Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { isUuid, newId } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { claimForm } from '@/lib/posted-form'
import { done, type Result, refused } from '@/lib/result'
import { judgeAddress, mayCall } from './address'
import { readEnds } from './administration-events'
import { describePlace, placeOf } from './disable'
import { endpointLimit, type NewEndpoint, overlapHours } from './schema'
import { issueSigningSecret } from './signing-secret'

/**
 * An owner of the endpoint's application, and of that one alone if `applicationId` names it: what was confirmed for one
 * application is not for another. Or an administrator, about the endpoints of the administration.
 */
export type Holder = Owner & { administration?: true; applicationId?: string }

/**
 * Adds an endpoint to an application. The address behind a name is checked at each delivery.
 * @param applicationId null for an endpoint of the administration, which is sent what happens from here on
 * @returns the signing secret, to be shown once; refused `not_found` (not theirs to change), `too_many` (over
 *   5), `exists` (it has one with this URL), `https_only`, `address_refused` (an IP address that webhooks are
 *   not sent to)
 */
export async function addEndpoint(
  applicationId: string | null,
  { url, events }: NewEndpoint,
  owner: Holder,
): Promise<Result<string, 'not_found' | 'too_many' | 'exists' | 'https_only' | 'address_refused'>> {
  if (applicationId !== null && !isUuid(applicationId)) return refused('not_found')
  const wrong = findFault(new URL(url))
  if (wrong) return refused(wrong)
  return database().$transaction(async (transaction) => {
    if (!(await lockFor(transaction, applicationId, owner))) return refused('not_found')
    const endpoints = await transaction.webhookEndpoint.findMany({ where: { applicationId } })
    if (endpoints.some((each) => each.url === url)) return refused('exists')
    if (endpoints.length >= endpointLimit) return refused('too_many')
    const endpoint = { id: newId(), applicationId, url }
    const ends = applicationId === null ? await readEnds(transaction, events) : {}
    await transaction.webhookEndpoint.create({ data: { ...endpoint, ...ends, events, createdAt: now() } })
    const secret = await issueSigningSecret(transaction, endpoint.id)
    await mailChange(transaction, endpoint, 'added')
    await record(transaction, owner, 'webhook.added', endpoint, { events })
    return done(secret)
  })
}

/**
 * Gives an endpoint a new signing secret. The previous one signs too for 24 hours; one before that ends.
 * @returns the secret, to be shown once; refused `not_found` (unknown, or not theirs to change)
 */
export async function rotateSigningSecret(
  endpointId: string,
  owner: Holder,
): Promise<Result<string, 'not_found'>> {
  return withOwnEndpoint(endpointId, owner, async (transaction, endpoint) => {
    const where = { endpointId: endpoint.id }
    await transaction.webhookSecret.deleteMany({ where: { ...where, expiresAt: { not: null } } })
    await transaction.webhookSecret.updateMany({
      where,
      data: { expiresAt: secondsFromNow(overlapHours * 3600) },
    })
    const secret = await issueSigningSecret(transaction, endpoint.id)
    await mailChange(transaction, endpoint, 'secret_rotated')
    await record(transaction, owner, 'webhook.secret_rotated', endpoint, { overlapHours })
    return done(secret)
  })
}

/**
 * Removes an endpoint with its secrets and deliveries.
 * @returns refused `not_found` (unknown, or not theirs to change)
 */
export async function removeEndpoint(
  endpointId: string,
  owner: Holder,
): Promise<Result<undefined, 'not_found'>> {
  return withOwnEndpoint(endpointId, owner, async (transaction, endpoint) => {
    await transaction.webhookEndpoint.deleteMany({ where: { id: endpoint.id } })
    await record(transaction, owner, 'webhook.removed', endpoint)
    return done(undefined)
  })
}

/**
 * Enables an endpoint that was disabled: what still waits is delivered from now on, and new events are.
 * @returns refused `not_found` (unknown, not theirs to change, or not disabled)
 */
export async function enableEndpoint(
  endpointId: string,
  owner: Holder,
): Promise<Result<undefined, 'not_found'>> {
  return withOwnEndpoint(endpointId, owner, async (transaction, endpoint) => {
    const { count } = await transaction.webhookEndpoint.updateMany({
      where: { id: endpoint.id, disabledAt: { not: null } },
      data: { disabledAt: null, disabledReason: null, failingSince: null },
    })
    if (count === 0) return refused('not_found')
    await transaction.webhookDelivery.updateMany({
      where: { endpointId: endpoint.id, nextAttemptAt: { not: null } },
      data: { nextAttemptAt: now() },
    })
    await mailChange(transaction, endpoint, 'enabled')
    await record(transaction, owner, 'webhook.enabled', endpoint)
    return done(undefined)
  })
}

type Endpoint = Pick<WebhookEndpoint, 'id' | 'applicationId' | 'url'> & { disabledAt?: Date | null }

/** Runs a command on an endpoint that is this holder's to change, with its application locked. */
export async function withOwnEndpoint<Value, Reason extends string>(
  endpointId: string,
  owner: Holder,
  run: (transaction: Transaction, endpoint: Endpoint) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason | 'not_found'>> {
  return onRow(endpointId, async (transaction) => {
    const found = await transaction.webhookEndpoint.findUnique({ where: { id: endpointId } })
    if (!found) return refused('not_found')
    const owned = await lockFor(transaction, found.applicationId, owner)
    // Another owner may have removed it before the lock.
    const endpoint = owned && (await transaction.webhookEndpoint.findUnique({ where: { id: endpointId } }))
    if (!endpoint) return refused('not_found')
    const result = await run(transaction, endpoint)
    // Test events and events that are sent again are not audited.
    if (result.ok) await claimForm(transaction, owner.id)
    return result
  })
}

/** @returns whether the holder may change the endpoints of this application, or the administration's */
async function lockFor(
  transaction: Transaction,
  applicationId: string | null,
  { id, administration, applicationId: only = applicationId ?? undefined }: Holder,
): Promise<boolean> {
  if ((administration === true) !== (applicationId === null)) return false
  if (applicationId === null) {
    await transaction.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('administration_webhooks'))::text`
    const where = { id, role: 'administrator', suspendedAt: null } as const
    return (await transaction.developer.count({ where })) > 0
  }
  if (only !== applicationId) return false
  return (await lockApplicationFor(transaction, id, 'webhooks', applicationId)) !== null
}

function findFault({ protocol, hostname }: URL): 'https_only' | 'address_refused' | null {
  const networks = getSettings().WEBHOOK_ALLOWED_NETWORKS
  if (protocol === 'http:' && networks.length === 0) return 'https_only'
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !mayCall(protocol, judgeAddress(host, networks)) ? 'address_refused' : null
}

/** An endpoint is sent what happens in Production, or the audit log: whoever owns these gets a mail. */
async function mailChange(
  transaction: Transaction,
  { applicationId, url }: Endpoint,
  change: 'added' | 'secret_rotated' | 'enabled',
): Promise<void> {
  const { recipients, ...place } = await describePlace(transaction, applicationId)
  if (place.environment === 'sandbox') return
  await queueMail(transaction, recipients, 'webhook-changed', { ...place, host: new URL(url).host, change })
}

/** Its host only, as the rest of a URL may be a secret. */
function record(
  transaction: Transaction,
  owner: Holder,
  action: AuditAction,
  { id, applicationId, url }: Endpoint,
  detail: { events?: string[]; overlapHours?: number } = {},
): Promise<void> {
  const subject = { type: 'webhook_endpoint', id } as const
  return recordAudit(transaction, owner, action, subject, {
    ...placeOf(applicationId),
    host: new URL(url).host,
    ...detail,
  })
}
