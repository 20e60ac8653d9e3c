import type { z } from 'zod'
import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/queries'
import type { Mail } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { limitLink, writeLimit } from '@/lib/limits/commands'
import type { Recipient } from '@/lib/mail/commands'
import { mayChangeNetworks, needsReview, networksLink } from '@/lib/networks/queries'
import { networksSchema } from '@/lib/networks/schema'
import { limitRequestSchema, type RequestKind } from './schema'

/** What a team requests. */
export type Wanted<Kind extends RequestKind> = {
  limits: { callsPerMinute: number }
  networks: { networks: string[] }
}[Kind]

/** The same, and for which application, as it is before that. */
type Change<Kind extends RequestKind> = Wanted<Kind> & { application: Application }

/** What happened, for a mail; `review` goes to the reviewers. The reason may be empty for `approved`. */
type News = {
  change: 'saved' | 'requested' | 'review' | 'approved' | 'rejected'
  link: string
  reason: string
}

/** What differs between the kinds of requests. The name of a kind is also its right, and that of its texts. */
type Rules<Kind extends RequestKind> = {
  /** What its form reads. */
  input: z.ZodType<Wanted<Kind> & { reason?: string }>
  confirm?: 'always'
  throttle: 'limit_request' | 'network_request'
  /** The start of its actions in the audit log. */
  audited: 'application.limit' | 'application.networks'
  /** The page where a team sees its requests. */
  link(applicationId: string): string
  /** What its form overwrites, for as long as it can. */
  version?(application: Application): unknown
  /** Why it cannot be requested. */
  refuses(change: Change<Kind>, isOpen: boolean): Refusal | null
  /** What needs no reviewer, and is saved at once. */
  direct?: {
    includes(change: Change<Kind>): boolean
    isSame(change: Change<Kind>): boolean
    save(transaction: Transaction, change: Change<Kind>): Promise<unknown>
  }
  /** Whether nothing would come of an approval, as the limit is as high or there is none. */
  isMoot(change: Change<Kind>): boolean
  /** Puts an approved request into force, from the next call on. */
  apply(transaction: Transaction, change: Change<Kind>): Promise<unknown>
  mail(mail: Mail, to: Recipient[], change: Change<Kind>, news: News): Promise<void>
  /** For the audit log, which is kept permanently: never an address, which may be a person's. */
  detail(change: Change<Kind>): Record<string, number | null>
  /** The number that texts are about. */
  count(wanted: Wanted<Kind>): number
}

type Refusal = 'not_active' | 'not_higher' | 'already_open' | 'wrong_state'

export const quotaRulesOf: { [Kind in RequestKind]: Rules<Kind> } = {
  limits: {
    input: limitRequestSchema,
    throttle: 'limit_request',
    audited: 'application.limit',
    link: limitLink,
    refuses({ application, callsPerMinute }, isOpen) {
      if (application.state !== 'active') return 'not_active'
      if (!isHigher(application, callsPerMinute)) return 'not_higher'
      return isOpen ? 'already_open' : null
    },
    isMoot: ({ application, callsPerMinute }) => !isHigher(application, callsPerMinute),
    apply: (transaction, { application, callsPerMinute }) =>
      writeLimit(transaction, application, callsPerMinute),
    mail: mailLimit,
    detail: ({ application, callsPerMinute }) => ({ callsPerMinute, from: application.rateLimit }),
    count: ({ callsPerMinute }) => callsPerMinute,
  },
  networks: {
    input: networksSchema,
    // Changing where an application may be called from requires what rotating its client secret does.
    confirm: 'always',
    throttle: 'network_request',
    audited: 'application.networks',
    link: networksLink,
    version: (application) => (mayChangeNetworks(application) ? application.allowedNetworks : undefined),
    refuses: ({ application }) => (mayChangeNetworks(application) ? null : 'wrong_state'),
    direct: {
      includes: ({ application, networks }) => !needsReview(application, networks),
      isSame: ({ application, networks }) => networks.join() === application.allowedNetworks.join(),
      save: (transaction, { application: { id }, networks }) =>
        transaction.application.update({ where: { id }, data: { allowedNetworks: networks } }),
    },
    isMoot: () => false,
    apply: (transaction, { application: { id }, networks }) => {
      const data = { allowedNetworks: networks, approvedNetworks: networks }
      return transaction.application.update({ where: { id }, data })
    },
    mail: (mail, to, { application, networks }, { reason, ...news }) => {
      const more = { ...news, count: networks.length, reason: reason || undefined }
      return mail(to, 'networks-changed', { ...naming(application), ...more })
    },
    detail: ({ application, networks }) => ({
      from: application.allowedNetworks.length,
      to: networks.length,
    }),
    count: ({ networks }) => networks.length,
  },
}

/** Whether a limit is higher than the application's, which may have none. */
function isHigher(application: Application, callsPerMinute: number): boolean {
  const limit = limitOf(application)
  return limit !== 0 && callsPerMinute > limit
}

/** How a mail names an application. */
function naming({ name, environment }: Application) {
  return { applicationName: name, environment }
}

async function mailLimit(
  mail: Mail,
  to: Recipient[],
  { application, callsPerMinute }: Change<'limits'>,
  { change, link, reason }: News,
): Promise<void> {
  const props = { ...naming(application), callsPerMinute, link }
  if (change === 'rejected') return mail(to, 'limit-rejected', { ...props, reason })
  if (change === 'approved') return mail(to, 'limit-approved', { ...props, reason: reason || undefined })
  const sent = { ...props, reason, limit: limitOf(application), toReviewer: change === 'review' }
  await mail(to, 'limit-requested', sent)
}
