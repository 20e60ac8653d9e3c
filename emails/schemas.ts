import { z } from 'zod'

/** Absolute and http(s) only, so that no mail can carry a `javascript:` or relative link. */
const link = z.url({ protocol: /^https?$/ })
const moment = z.iso.datetime({ offset: true })
/** True for an application that is already approved and stays as it is. */
const revision = z.boolean().optional()
const environment = z.enum(['sandbox', 'production'])
const text = z.string().min(1)
/** The time zone in which due dates are shown; UTC if absent. */
const timeZone = text.optional()
const hours = z.int().positive()
const nothing = z.object({})
const onApplication = z.object({ applicationName: text, link })
/** About an application, or about an organisation, which the texts then say. */
const onSubject = onApplication.extend({ organisation: z.boolean().optional() })
const onOrganisation = z.object({ organisationName: text, link })
const inEnvironment = onApplication.extend({ environment })
const count = z.int().positive()
const trafficHint = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token_per_call'), wasted: count }),
  z.object({ kind: z.literal('wrong_environment'), calls: count }),
  z.object({ kind: z.literal('secret_retires'), at: moment }),
  z.object({ kind: z.literal('limit_near'), minutes: count, peak: count, limit: count }),
])

/**
 * The props of every message, by template name. Free of React, so that code that queues a mail can check its props
 * without loading the components. Unknown props are dropped.
 */
export const schemas = {
  'activation-link': z.object({ link, hours }),
  'approval-requested': z.object({ personEmail: text, link }),
  'sign-up-approved': z.object({ link }),
  'sign-up-rejected': z.object({ reason: text }),
  'address-already-known': z.object({ signInLink: link, resetLink: link }),
  'password-reset': z.object({ link, hours }),
  'password-changed': nothing,
  'email-change-link': z.object({ link, hours }),
  'email-change-requested': z.object({ link, days: count, newAddressMasked: text }),
  'email-changed': z.object({ link: link.optional(), days: count.optional(), newAddressMasked: text }),
  'email-restored': z.object({ addressMasked: text, resetLink: link }),
  'known-browser-link': z.object({ link, hours }),
  'application-created': inEnvironment.extend({ clientId: text, nextStep: z.enum(['active', 'documents']) }),
  'validation-submitted': onApplication.extend({ promisedBy: moment.optional(), timeZone }),
  'validation-changes-requested': onApplication.extend({
    reason: text,
    revision,
    documents: z.array(z.object({ name: text, reason: text })).optional(),
  }),
  'validation-rejected': onApplication.extend({ reason: text, revision }),
  'validation-approved': onApplication.extend({ authUrl: link, baseUrl: link, clientId: text }),
  'revision-approved': onApplication,
  'validation-message': onApplication.extend({ body: text, fromReviewer: z.boolean() }),
  'secret-rotated': inEnvironment.extend({ previousValidUntil: moment.optional() }),
  'client-keys-changed': inEnvironment.extend({
    change: z.enum(['first', 'added', 'removed', 'off']),
    kid: text.optional(),
  }),
  'secret-revealed': inEnvironment.extend({ at: moment }),
  'application-suspended': inEnvironment.extend({ reason: text.optional() }),
  'application-reinstated': inEnvironment.extend({ reason: text.optional() }),
  'account-suspended': z.object({ reason: text, applications: z.int().min(0) }),
  'account-reinstated': z.object({ reason: text.optional(), link }),
  'account-deleted': z.object({
    applications: z.int().min(0),
    shared: z.int().min(0).default(0),
    byOperator: z.boolean().default(false),
  }),
  'role-changed': z.object({ role: z.enum(['developer', 'reviewer']) }),
  'application-deleted': z.object({ applicationName: text, environment, link: link.optional() }),
  // Releases before passkeys queued these two without props, as there was only one kind of factor.
  'second-factor-turned-on': z.object({ first: z.boolean().default(true) }),
  'second-factor-turned-off': z.object({ factorLeft: z.boolean().default(false) }),
  'access-key-created': z.object({ name: text, expiresOn: moment }),
  'passkey-added': z.object({ name: text, first: z.boolean() }),
  'passkey-removed': z.object({ name: text, factorLeft: z.boolean() }),
  'recovery-code-used': nothing,
  'identity-linked': z.object({ provider: text }),
  'identity-unlinked': z.object({ provider: text }),
  'break-glass-sign-in': z.object({ personEmail: text, address: text.optional() }),
  'reviewer-invitation': z.object({
    link,
    hours,
    role: z.enum(['reviewer', 'administrator']),
    /** Whether the link's page offers a new one once it has expired. */
    renewable: z.boolean().optional(),
  }),
  'submission-received': onSubject.extend({
    developerEmail: text,
    developerName: text.optional(),
    resubmitted: z.boolean(),
    dueAt: moment.optional(),
    timeZone,
  }),
  'submissions-overdue': z.object({
    submissions: z.array(onApplication.extend({ dueAt: moment })).min(1),
    queueLink: link,
    timeZone,
  }),
  'application-shared': onSubject.extend({
    inviterEmail: text,
    inviterName: text.optional(),
    role: z.enum(['member', 'owner']),
    days: z.int().positive(),
  }),
  'ownership-given': onSubject.extend({ how: z.enum(['made', 'handed_over', 'inherited', 'appointed']) }),
  'team-changed': onSubject.extend({
    change: z.enum(['joined', 'left', 'removed', 'suspended', 'made_owner', 'handed_over']),
    personEmail: text,
    personName: text.optional(),
  }),
  'team-removed': onSubject,
  'organisation-submitted': onOrganisation.extend({ promisedBy: moment, timeZone }),
  'organisation-decided': onOrganisation.extend({
    outcome: z.enum(['verified', 'changes_requested', 'rejected']),
    revision,
    reason: text.optional(),
    documents: z.array(z.object({ name: text, reason: text })).optional(),
  }),
  'organisation-suspended': onOrganisation.extend({ reason: text }),
  'organisation-reinstated': onOrganisation.extend({ reason: text }),
  'organisation-document-expiring': onOrganisation.extend({
    documentName: text,
    validUntil: z.iso.date(),
    expired: z.boolean(),
    /** Whether a submission with documents that are valid is in the queue already. */
    waiting: z.boolean().optional(),
    toReviewer: z.boolean(),
  }),
  'limit-requested': inEnvironment.extend({
    callsPerMinute: count,
    /** The limit in force. */
    limit: count,
    reason: text,
    toReviewer: z.boolean(),
  }),
  'limit-approved': inEnvironment.extend({ callsPerMinute: count, reason: text.optional() }),
  'limit-rejected': inEnvironment.extend({ callsPerMinute: count, reason: text }),
  /** `limit` is 0 for none. */
  'limit-changed': inEnvironment.extend({ limit: z.int().min(0) }),
  /** `count` is the number of ranges, 0 for every address; `review` goes to the reviewers. */
  'networks-changed': inEnvironment.extend({
    change: z.enum(['saved', 'requested', 'review', 'approved', 'rejected']),
    count: z.int().min(0),
    reason: text.optional(),
  }),
  /** `host` is that of the endpoint's URL; without an application, it is an endpoint of the administration. */
  'webhook-disabled': inEnvironment
    .partial({ applicationName: true, environment: true })
    .extend({ host: text, cause: z.enum(['gone', 'failing']) }),
  announcement: z.object({
    kind: z.enum(['maintenance', 'incident', 'change', 'deprecation']),
    title: text,
    text,
    from: moment,
    to: moment.optional(),
    /** Of a deprecation: method and path, and the date. */
    endpoint: text.optional(),
    sunset: z.iso.date().optional(),
    link,
  }),
  'traffic-hints': inEnvironment.extend({ hints: z.array(trafficHint).min(1), settingsLink: link }),
  'terms-accepted': z.object({ version: count, link, sha256: text, at: moment }),
  'terms-reminder': z.object({ version: count, link }),
  'operator-alert': z.union([
    z.object({
      alert: z.enum(['account_enumeration', 'proof_failed', 'other']),
      applicationName: text,
      detail: text,
      link,
    }),
    // Queued by releases before the texts moved into the mail; the outbox may still hold some.
    z.object({ title: text, body: text, link }),
  ]),
} as const

export type TemplateName = keyof typeof schemas
export type TemplateProps<N extends TemplateName> = z.output<(typeof schemas)[N]>
