import type { Application } from '@/generated/prisma/client'
import { limitOf } from '@/lib/applications/rate-limit'
import type { Right } from '@/lib/applications/rights'
import type { Transaction } from '@/lib/database'
import { limitLink, writeLimit } from '@/lib/limits/commands'
import { queueMail, type Recipient } from '@/lib/mail/commands'
import { networksLink } from '@/lib/networks/review'
import type { RequestKind } from './schema'
import type { RequestOf } from './table'

/** A request together with its application, as it was before a decision. */
export type Requested<Kind extends RequestKind> = RequestOf<Kind> & { application: Application }

/** What happened to a request, for a mail; `review` goes to the reviewers. The reason may be empty for `approved`. */
export type News = { change: 'requested' | 'review' | 'approved' | 'rejected'; link: string; reason: string }

/** What differs between the kinds of requests. */
type Rules<Kind extends RequestKind> = {
  /** Needed to request and to withdraw, and to get mails about it. */
  right: Right
  throttle: 'limit_request' | 'network_request'
  /** The start of its actions in the audit log. */
  audited: 'application.limit' | 'application.networks'
  /** The page where a team sees its requests. */
  link(applicationId: string): string
  /** Whether nothing would come of an approval, as the limit is as high or there is none. */
  isMoot(request: Requested<Kind>): boolean
  /** Puts an approved request into force, from the next call on. */
  apply(transaction: Transaction, request: Requested<Kind>): Promise<unknown>
  mail(transaction: Transaction, to: Recipient[], request: Requested<Kind>, news: News): Promise<void>
  /** For the audit log, which is kept permanently: never an address, which may be a person's. */
  detail(request: Requested<Kind>): Record<string, number | null>
}

export const rulesOf: { [Kind in RequestKind]: Rules<Kind> } = {
  limits: {
    right: 'limits',
    throttle: 'limit_request',
    audited: 'application.limit',
    link: limitLink,
    isMoot: ({ application, callsPerMinute }) => !isHigher(application, callsPerMinute),
    apply: (transaction, { application, callsPerMinute }) =>
      writeLimit(transaction, application, callsPerMinute),
    mail: mailLimit,
    detail: ({ application, callsPerMinute }) => ({ callsPerMinute, from: application.rateLimit }),
  },
  networks: {
    right: 'networks',
    throttle: 'network_request',
    audited: 'application.networks',
    link: networksLink,
    isMoot: () => false,
    apply: (transaction, { applicationId: id, networks }) => {
      const data = { allowedNetworks: networks, approvedNetworks: networks }
      return transaction.application.update({ where: { id }, data })
    },
    mail: (transaction, to, { application, networks }, { reason, ...news }) => {
      const more = { ...news, count: networks.length, reason: reason || undefined }
      return queueMail(transaction, to, 'networks-changed', { ...naming(application), ...more })
    },
    detail: ({ application, networks }) => ({
      from: application.allowedNetworks.length,
      to: networks.length,
    }),
  },
}

/** Whether a limit is higher than the application's, which may have none. */
export function isHigher(application: Application, callsPerMinute: number): boolean {
  const limit = limitOf(application)
  return limit !== 0 && callsPerMinute > limit
}

/** How a mail names an application. */
export function naming({ name, environment }: Pick<Application, 'name' | 'environment'>) {
  return { applicationName: name, environment }
}

async function mailLimit(
  transaction: Transaction,
  to: Recipient[],
  { application, callsPerMinute }: Requested<'limits'>,
  { change, link, reason }: News,
): Promise<void> {
  const props = { ...naming(application), callsPerMinute, link }
  if (change === 'rejected') return queueMail(transaction, to, 'limit-rejected', { ...props, reason })
  if (change === 'approved')
    return queueMail(transaction, to, 'limit-approved', { ...props, reason: reason || undefined })
  const sent = { ...props, reason, limit: limitOf(application), toReviewer: change === 'review' }
  await queueMail(transaction, to, 'limit-requested', sent)
}
