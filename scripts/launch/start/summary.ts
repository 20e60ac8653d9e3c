import { join } from 'node:path'
import { isLoopback } from '@/lib/env'
import type { Prepared } from '@/scripts/operate/prepare/database'
import { table } from './console'
import type { Installation } from './installation'

/** The summary for the operator once everything runs: the URLs and folders, and what to do next. */
export function summarize({ settings, dataDir, keys }: Installation, { reviewer }: Prepared): string {
  const { METRICS_PORT: first, SMTP_URL } = settings
  const mailbox = `http://localhost:${settings.MAILBOX_PORT}`
  const rows: [string, string][] = [
    ['Portal', settings.PORTAL_URL],
    ['Sandbox gateway', addresses(settings.SANDBOX_AUTH_URL, settings.SANDBOX_BASE_URL)],
    ['Production gateway', addresses(settings.PRODUCTION_AUTH_URL, settings.PRODUCTION_BASE_URL)],
    [
      'Mailbox',
      SMTP_URL
        ? 'none: mail leaves through SMTP_URL'
        : `${mailbox} (SMTP on port ${settings.MAILBOX_SMTP_PORT})`,
    ],
    ['Feed of accounts', describeFeed(settings, keys.FEED_KEYS, dataDir)],
    [
      'Metrics',
      `ports ${first} portal, ${first + 1} Sandbox, ${first + 2} Production, ${first + 3} worker, ${first + 4} feed`,
    ],
    ['Data and logs', dataDir],
    ['Next step', nextStep(reviewer, SMTP_URL ? null : mailbox)],
  ]
  return `\nGuichet is running. Ctrl-C stops it.\n\n${table(rows)}\n`
}

function describeFeed(
  { DATABASE_URL, FEED_ADDRESS, FEED_PORT }: Installation['settings'],
  keys: string,
  dataDir: string,
): string {
  if (!keys) return 'off: set FEED_KEYS to start it'
  const key = DATABASE_URL ? '' : `; its key is FEED_KEYS in ${join(dataDir, 'keys.json')}`
  if (isLoopback(FEED_ADDRESS)) return `http://localhost:${FEED_PORT}${key}`
  return `${FEED_ADDRESS}, port ${FEED_PORT}, without TLS: put a proxy with TLS in front of it${key}`
}

function nextStep(reviewer: Prepared['reviewer'], mailbox: string | null): string {
  if (!reviewer) return 'name the first reviewer in REVIEWER_EMAIL, and start again'
  if (reviewer.active) return `sign in; ${reviewer.email} is reviewer and administrator`
  const where = mailbox ? `in the mailbox at ${mailbox}` : `mailed to ${reviewer.email}`
  return `the activation link of the first reviewer, ${reviewer.email}, is ${where}`
}

function addresses(auth: string, base: string): string {
  return auth === base ? auth : `${auth} (tokens), ${base} (accounts)`
}
