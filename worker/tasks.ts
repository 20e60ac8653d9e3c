import type { CronItem, Task, TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { mailAnnouncements } from '@/lib/announcements/mail-announcements'
import { retireSecrets } from '@/lib/credentials/client-secret'
import { resumeMails } from '@/lib/mail/delivery'
import { finishRehearsals } from '@/lib/rehearsals/finish'
import { traced } from '@/lib/tracing'
import { mailAlerts } from '@/lib/usage/mail-alerts'
import { rollUpUsage } from '@/lib/usage/roll-up'
import { sendHints } from '@/lib/usage/send-hints'
import { handleExpiringDocuments } from '@/lib/validation/expiring-documents'
import { applyUploads } from '@/lib/wallet/apply-uploads'
import type { Mailer } from './mailer'
import type { Metrics } from './metrics'
import { proveApproval, resumeProofs } from './prove-approval'
import { prune } from './prune'
import { purgeDocuments } from './purge-documents'
import { remindOverdueSubmissions } from './remind-overdue'
import { createSendMail } from './send-mail'

type Parts = { pool: Pool; mailer: Mailer; logger: Logger; metrics: Metrics }

/** A job: its payload, and a signal for long ones, which is aborted when the worker ends. */
type Work = (payload: unknown, signal?: AbortSignal) => Promise<unknown>

/** Every job of the worker, by the name under which it is queued. */
export function createTasks({ pool, mailer, logger, metrics }: Parts): TaskList {
  const count = (outcome: string) => metrics.mails.inc({ outcome })
  const report = (what: string, rows: number) => metrics.pruned.inc({ what }, rows)
  const tasks: Record<string, Work> = {
    'send-mail': createSendMail({ mailer, logger, count }),
    'resume-mails': resumeMails,
    'mail-announcements': (_, signal) => mailAnnouncements({ signal }),
    'prove-approval': proveApproval,
    'resume-proofs': resumeProofs,
    'remind-overdue': remindOverdueSubmissions,
    'apply-account-uploads': (_, signal) => applyUploads(pool, signal),
    'purge-documents': (_, signal) => purgeDocuments(report, signal),
    'tell-administrators': mailAlerts,
    'roll-up-usage': (_, signal) => rollUp(pool, metrics, signal),
    'send-hints': sendHints,
    'expire-documents': handleExpiringDocuments,
    'finish-rehearsals': (_, signal) => finishRehearsals(signal),
    'retire-secrets': (_, signal) => retireSecrets(signal),
    prune: (_, signal) => prune(pool, report, undefined, signal),
  }
  return Object.fromEntries(Object.entries(tasks).map(([name, run]) => [name, measured(name, run, metrics)]))
}

/**
 * Scheduled jobs (UTC). Each run happens once, however many workers there are; runs that were due while there was no
 * worker are only made up for if `backfillPeriod` says so. The job key keeps runs from queueing behind a slow one.
 */
export const schedule: CronItem[] = [
  each('* * * * *', 'resume-mails'),
  each('* * * * *', 'mail-announcements'),
  each('* * * * *', 'resume-proofs'),
  each('* * * * *', 'tell-administrators'),
  each('* * * * *', 'retire-secrets'),
  // Also one that ended while there was no worker, or whose 24 hours are over.
  each('* * * * *', 'finish-rehearsals'),
  // Also continues what a killed worker left, and what waited for another import to end.
  each('* * * * *', 'apply-account-uploads'),
  each('*/5 * * * *', 'prune'),
  each('10 * * * *', 'roll-up-usage', 3_600_000),
  each('30 2 * * *', 'purge-documents', 86_400_000),
  each('0 6 * * *', 'send-hints', 12 * 3_600_000),
  each('20 6 * * *', 'expire-documents', 12 * 3_600_000),
  // Checks whether a business day has begun; missed runs are made up for one by one when the worker starts late.
  { match: '*/15 * * * *', task: 'remind-overdue', options: { backfillPeriod: 12 * 3_600_000 } },
]

function each(match: string, task: string, backfillPeriod = 0): CronItem {
  return { match, task, options: { backfillPeriod, jobKey: task } }
}

/** Half an hour each at most: the next run continues. */
async function rollUp(pool: Pool, { pruned }: Metrics, signal?: AbortSignal): Promise<void> {
  const { partitions, removed } = await rollUpUsage(pool, 1_800_000, signal)
  if (partitions > 0) pruned.inc({ what: 'usage_partition' }, partitions)
  for (const [what, rows] of Object.entries(removed)) if (rows > 0) pruned.inc({ what }, rows)
}

function measured(task: string, run: Work, metrics: Metrics): Task {
  // Preset: an alert rule sees no increase in a counter that first appears with its first failure.
  for (const outcome of ['done', 'failed']) metrics.jobs.inc({ task, outcome }, 0)
  return async (payload, { abortSignal }) => {
    const stop = metrics.jobSeconds.startTimer({ task })
    try {
      await traced(`job ${task}`, () => run(payload, abortSignal))
      metrics.jobs.inc({ task, outcome: 'done' })
    } catch (error) {
      metrics.jobs.inc({ task, outcome: 'failed' })
      throw error
    } finally {
      stop()
    }
  }
}
