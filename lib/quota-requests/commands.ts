import type { Application } from '@/generated/prisma/client'
import { declineInvitations, hasInterest, lockReviewer } from '@/lib/applications/conflict-of-interest'
import { listRecipients } from '@/lib/applications/queries'
import { application, lockApplication } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { type Context, command, type OnTarget, type Target } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { countAttempts } from '@/lib/identity/throttle'
import { newId } from '@/lib/ids'
import { done, refused } from '@/lib/result'
import { findReviewers } from '@/lib/validation/recipients'
import { quotaRulesOf, type Wanted } from './kinds'
import { type RequestDecision, type RequestKind, requestDecisionSchema } from './schema'
import { type Requested, requestTable } from './table'

/** What can be done about the requests of each kind. */
export const requestCommands = { limits: commandsOf('limits'), networks: commandsOf('networks') }

function commandsOf<Kind extends RequestKind>(kind: Kind) {
  return { send: sending(kind), withdraw: withdrawing(kind), decide: deciding(kind) }
}

/**
 * Requests a change of an application, or makes it where no reviewer has to decide: from the next call on. A request
 * for addresses takes the place of an open one; for a limit there is one at a time. The owners are mailed, and so are
 * the reviewers of a request.
 * @returns `saved` or `requested`; refused `not_active` (it is not served), `wrong_state` (reviewers look at it),
 *   `not_higher` (its limit is as high, or it has none), `already_open`, `reason_required`, `throttled`
 */
function sending<Kind extends RequestKind>(kind: Kind) {
  const { input, confirm, audited, version, refuses, direct } = quotaRulesOf[kind]
  return command({
    on: application,
    right: kind,
    confirm,
    notifies: 'owners',
    input,
    audit: direct ? [`${audited}_requested`, `${audited}_changed`] : [`${audited}_requested`],
    version: ({ application }) => version?.(application),
    async run(given) {
      const open = await findOpen(given.transaction, kind, given.application.id)
      const change = { ...given.input, application: given.application }
      const refusal = refuses(change, open !== null)
      if (refusal) return refused(refusal)
      const isDirect = direct?.includes(change)
      if (!isDirect) {
        const refusal = await refuseToAsk(kind, given)
        if (refusal) return refusal
      }
      if (open) await closeRequest(given.transaction, kind, open.id, { state: 'withdrawn' })
      return done(isDirect ? await save(kind, given) : await send(kind, given))
    },
  })
}

type Given<Kind extends RequestKind> = Context<Wanted<Kind> & { reason?: string }, undefined> &
  OnTarget<'application', Application>

/** A reviewer needs a reason. Also counted per person, who can create any number of applications. */
function refuseToAsk<Kind extends RequestKind>(
  kind: Kind,
  { transaction, application, actor, input }: Given<Kind>,
) {
  const { throttle } = quotaRulesOf[kind]
  if (!input.reason) return refused('reason_required')
  return countAttempts(
    [
      [throttle, actor.id ?? ''],
      [throttle, application.id],
    ],
    transaction,
  )
}

async function save<Kind extends RequestKind>(
  kind: Kind,
  { transaction, application, input, mail, record }: Given<Kind>,
): Promise<'saved'> {
  const { direct, audited, link, detail, mail: write } = quotaRulesOf[kind]
  const { id } = application
  const change = { ...input, application }
  if (direct?.isSame(change)) return 'saved'
  await direct?.save(transaction, change)
  const owners = await listRecipients(transaction, id, kind)
  await write(mail, owners, change, { change: 'saved', link: link(id), reason: '' })
  record({ type: 'application', id }, detail(change), `${audited}_changed`)
  return 'saved'
}

async function send<Kind extends RequestKind>(
  kind: Kind,
  { transaction, application, actor, input, mail, record }: Given<Kind>,
): Promise<'requested'> {
  const { audited, link, detail, mail: write } = quotaRulesOf[kind]
  const { id: applicationId } = application
  const reason = input.reason ?? ''
  const id = newId()
  const whose = { id, applicationId, requestedById: actor.id ?? '', requestedAt: now() }
  await requestTable(transaction, kind).create({ data: { ...input, ...whose, reason } })
  const change = { ...input, application }
  const owners = await listRecipients(transaction, applicationId, kind)
  await write(mail, owners, change, { change: 'requested', link: link(applicationId), reason })
  const review = `${getSettings().PORTAL_URL}/review/${kind}/${id}`
  const reviewers = await findReviewers(transaction, applicationId)
  await write(mail, reviewers, change, { change: 'review', link: review, reason })
  const facts = { requestId: id, ...detail(change) }
  record({ type: 'application', id: applicationId }, facts, `${audited}_requested`)
  return 'requested'
}

/**
 * Withdraws the open request of an application.
 * @returns refused `not_open` (there is none, or it was decided)
 */
function withdrawing<Kind extends RequestKind>(kind: Kind) {
  const { audited, detail } = quotaRulesOf[kind]
  return command({
    on: application,
    right: kind,
    audit: `${audited}_request_withdrawn`,
    version: async ({ transaction, application }) => (await findOpen(transaction, kind, application.id))?.id,
    async run({ transaction, application, record }) {
      const request = await findOpen(transaction, kind, application.id)
      if (!request) return refused('not_open')
      await closeRequest(transaction, kind, request.id, { state: 'withdrawn' })
      const facts = { requestId: request.id, ...detail({ ...request, application }) }
      record({ type: 'application', id: application.id }, facts)
      return done(undefined)
    },
  })
}

/**
 * A reviewer's decision on a request. An approval puts it into force, from the next call on. If two reviewers decide at
 * the same time, the first succeeds. The application's owners are mailed.
 * @returns refused `own_application` (they are or were on the team), `already_decided`, `withdrawn` (also when the
 *   application was deleted), `not_higher` (an approval, but the limit has been raised in the meantime)
 */
function deciding<Kind extends RequestKind>(kind: Kind) {
  const { audited, isMoot, apply, mail: write, link, detail } = quotaRulesOf[kind]
  return command({
    on: requestOf(kind),
    right: 'reviewer',
    confirm: 'always',
    notifies: 'owners',
    input: requestDecisionSchema,
    audit: [`${audited}_approved`, `${audited}_rejected`, 'application.invitation_declined'],
    version: ({ request }) => (request.state === 'open' ? versionedRequest(request) : undefined),
    async run({ transaction, request, actor, input: { outcome, reason }, mail, record }) {
      const { id, applicationId, state } = request
      if (await hasInterest(applicationId, actor.id ?? '', transaction)) return refused('own_application')
      if (state === 'withdrawn') return refused('withdrawn')
      if (state !== 'open') return refused('already_decided')
      if (outcome === 'approved' && isMoot(request)) return refused('not_higher')
      const decision = { state: outcome, decidedById: actor.id, decisionReason: reason || null }
      await closeRequest(transaction, kind, id, decision)
      if (outcome === 'approved') await apply(transaction, request)
      const owners = await listRecipients(transaction, applicationId, kind)
      await write(mail, owners, request, { change: outcome, link: link(applicationId), reason })
      await declineInvitations(transaction, applicationId, actor, record)
      const facts = { requestId: id, ...detail(request) }
      record({ type: 'application', id: applicationId }, facts, `${audited}_${outcome}`)
      return done(outcome)
    },
  })
}

/** What reviewers compare a request with, which administrators and owners may change while it waits. */
export function versionedRequest({
  application: { rateLimit, allowedNetworks },
}: Pick<Requested<RequestKind>, 'application'>) {
  return [rateLimit, allowedNetworks]
}

/** A request, for reviewers, who are locked first, as everywhere. */
function requestOf<Kind extends RequestKind>(kind: Kind): Target<'request', Requested<Kind>, never> {
  const find = (transaction: Transaction, id: string) =>
    requestTable(transaction, kind).findUnique({ where: { id }, include: { application: true } })
  return {
    name: 'request',
    find: (transaction, _right, id) => find(transaction, id),
    async lock(transaction, id, { actor }) {
      await lockReviewer(transaction, actor)
      const found = await find(transaction, id)
      if (found) await lockApplication(transaction, found.applicationId)
    },
    subject: ({ applicationId: id }) => ({ type: 'application', id }),
  }
}

/** The open request of an application, which is locked. */
function findOpen<Kind extends RequestKind>(transaction: Transaction, kind: Kind, applicationId: string) {
  return requestTable(transaction, kind).findFirst({ where: { applicationId, state: 'open' } })
}

type Closed = { state: 'withdrawn' } | { state: RequestDecision['outcome']; decidedById: string | null }

async function closeRequest(
  transaction: Transaction,
  kind: RequestKind,
  id: string,
  closed: Closed,
): Promise<void> {
  const data = { ...closed, closedAt: now() }
  await requestTable(transaction, kind).update({ where: { id }, data })
}
