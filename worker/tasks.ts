import { setTimeout as pause } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type Task,
  type TaskList,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger as Log } from 'pino'
import { z } from 'zod'
import type { Brand } from '@/emails/brand'
import { renderMail, type TemplateName } from '@/emails/render-mail'
import { createEnd, runThrottled } from '@/lib/background'
import { brandColours } from '@/lib/branding/accent'
import { initialOf, usesDefaultLogo } from '@/lib/branding/default-logo'
import { findMailLogo, type MailLogo } from '@/lib/branding/logo'
import { findBranding } from '@/lib/branding/queries'
import type { Branding } from '@/lib/branding/schema'
import { getSettings, requireSetting } from '@/lib/env'
import { type Job, type Retention, removedAtOnce } from '@/lib/feature'
import { features } from '@/lib/features'
import { decrypt } from '@/lib/keyring'
import {
  type ClaimedMail,
  claimMail,
  leaseRenewalMs,
  recordFailure,
  recordSent,
  renewLease,
} from '@/lib/mail/delivery'
import { mailContext } from '@/lib/mail/queries'
import { describeFailure, type MailFailure } from '@/lib/mail/relay'
import { inTransaction, onConnection } from '@/lib/pool'
import { traced } from '@/lib/tracing'
import type { Mailer, OutgoingMail } from './mailer'
import type { WorkerMetrics } from './metrics'

type Parts = { pool: Pool; mailer: Mailer; logger: Log; metrics: WorkerMetrics }

const ofFeatures: [string, Job][] = features.flatMap(({ jobs = {} }) => Object.entries(jobs))

/** Every job of the worker, by the name under which it is queued. */
export function createTasks({ pool, mailer, logger, metrics }: Parts): TaskList {
  const count = (outcome: string) => metrics.mails.inc({ outcome })
  const report = (what: string, rows: number) => metrics.pruned.inc({ what }, rows)
  const sendMail = createSendMail({ mailer, logger, count })
  const jobs: [string, Job['run']][] = [
    ...ofFeatures.map(([name, { run }]): [string, Job['run']] => [name, run]),
    ['send-mail', ({ payload }) => sendMail(payload)],
    ['prune', ({ signal }) => prune(pool, report, undefined, signal)],
  ]
  const run = (job: Job['run']) => (payload: unknown, signal?: AbortSignal) =>
    job({ payload, pool, report, signal })
  return Object.fromEntries(jobs.map(([name, job]) => [name, measured(name, run(job), metrics)]))
}

/** Scheduled jobs (UTC). The job key keeps runs from queueing behind a slow one. */
export const schedule: CronItem[] = [
  ...ofFeatures.flatMap(([task, { at, backfillMs = 0, oneByOne = false }]): CronItem[] => {
    if (!at) return []
    return [
      { match: at, task, options: { backfillPeriod: backfillMs, ...(oneByOne ? {} : { jobKey: task }) } },
    ]
  }),
  { match: '*/5 * * * *', task: 'prune', options: { backfillPeriod: 0, jobKey: 'prune' } },
]

type Work = (payload: unknown, signal?: AbortSignal) => Promise<unknown>

function measured(task: string, run: Work, metrics: WorkerMetrics): Task {
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

/** A run begins no further statement after this time. The next run begins five minutes after this one began. */
const defaultMilliseconds = 240_000

/** SQLSTATE serialization_failure. */
const serializationFailure = '40001'

type Rule = Extract<Retention, { statement: string }>

/**
 * Removes rows past their retention, a batch of each kind in turn until none are left or the time is over; the next run
 * removes the rest. It pauses between batches, as requests have priority.
 * @param report called with the kind and how many rows were removed
 * @param signal ends the run after the current statement
 */
export async function prune(
  pool: Pool,
  report: (what: string, rows: number) => void,
  milliseconds = defaultMilliseconds,
  signal?: AbortSignal,
): Promise<void> {
  const isOver = createEnd(milliseconds, signal)
  for (let left = listRules(); left.length > 0; ) {
    const full: Rule[] = []
    for (const rule of left) {
      if (isOver()) return
      const rowCount = await runThrottled(() => remove(pool, rule), signal)
      if (rowCount) report(rule.what, rowCount)
      if (rowCount === (rule.limit ?? removedAtOnce)) full.push(rule)
    }
    left = full
  }
}

export type MailOutcome = 'sent' | 'retry' | 'failed' | 'overtaken'

type Sender = { mailer: Mailer; logger: Log; count(outcome: MailOutcome): void }

const payloadSchema = z.object({ mailId: z.guid() })
const maxPauseMs = 2000

/**
 * The job `send-mail`: claims the mail, renders it in its recipient's language, hands it to the relay and immediately
 * records the acknowledgement. A mail that cannot be sent now is queued again; the job fails only with the database.
 *
 * A worker that dies between the relay's acknowledgement and the record sends the mail again, with the same Message-ID:
 * SMTP has no transaction with a database.
 */
export function createSendMail({ mailer, logger, count }: Sender): (payload: unknown) => Promise<void> {
  return async function sendMail(payload) {
    const mail = await claimMail(payloadSchema.parse(payload).mailId)
    if (!mail) return
    const failure = await tryToSend(mail)
    const outcome = failure ? await recordFailure(mail, failure) : 'sent'
    count(outcome)
    const { id, template, attempts } = mail
    const fields = { mailId: id, template, attempts, ...(failure ? { reason: failure.error } : {}) }
    logger[outcome === 'sent' ? 'info' : 'warn'](fields, `mail: ${outcome}`)
  }

  async function tryToSend(mail: ClaimedMail): Promise<MailFailure | null> {
    const branding = await findBranding()
    const rendered = render(mail, branding, await findMailLogo(branding))
    if ('error' in rendered) return rendered
    const renewal = setInterval(() => renewLease(mail).catch(() => {}), leaseRenewalMs)
    try {
      await mailer.send(rendered)
      await recordAcknowledged(mail.id, rendered.subject)
      return null
    } catch (error) {
      return { ...describeFailure(error, mail.toAddress), subject: rendered.subject }
    } finally {
      clearInterval(renewal)
    }
  }

  /** Repeats until the database accepts it: a mail that was sent but not recorded would be sent again. */
  async function recordAcknowledged(id: string, subject: string): Promise<void> {
    for (let wait = 50; ; wait = Math.min(2 * wait, maxPauseMs)) {
      try {
        return await recordSent(id, subject)
      } catch (error) {
        logger.warn({ mailId: id, err: error }, 'a sent mail could not be recorded yet')
        await pause(wait)
      }
    }
  }
}

/** A failure contains no part of the props. */
function render(mail: ClaimedMail, branding: Branding, logo: MailLogo | null): OutgoingMail | MailFailure {
  const { id, toAddress: to, locale, template } = mail
  try {
    const encrypted = { keyId: mail.encryptionKeyId, ciphertext: Buffer.from(mail.propsCiphertext) }
    const props = decrypt(requireSetting('SECRET_ENCRYPTION_KEYS'), encrypted, mailContext(id))
    const typed = JSON.parse(props.toString('utf8'))
    const content = renderMail(template as TemplateName, typed, locale, brandOf(branding, logo))
    const senderName = branding.saved ? branding.productName : undefined
    return { id, to, locale, senderName, logo: logo?.png, ...content }
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'unknown'
    const sentence = `The mail could not be opened and rendered (template ${template}, key ${mail.encryptionKeyId}, ${kind}).`
    // Not permanent: a key may be missing by mistake, or a template may be newer than this worker.
    return { error: sentence, permanent: false }
  }
}

/** The operator's identity as e-mails show it. */
function brandOf(branding: Branding, logo: MailLogo | null): Brand {
  const { productName, supportEmail, accentColour } = branding
  const initial = usesDefaultLogo(branding) ? null : initialOf(productName)
  const size = logo && { width: logo.width, height: logo.height }
  return { productName, supportEmail, logo: size, initial, colours: brandColours(accentColour) }
}

/** @returns how many rows were removed; none if others changed them meanwhile, which leaves them to the next run */
async function remove(pool: Pool, { statement, inOneSnapshot }: Rule): Promise<number | null> {
  if (!inOneSnapshot) return (await pool.query(statement)).rowCount
  try {
    return await onConnection(pool, (client) =>
      inTransaction(client, async () => {
        await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
        return (await client.query(statement)).rowCount
      }),
    )
  } catch (error) {
    if ((error as { code?: string }).code === serializationFailure) return 0
    throw error
  }
}

// In small batches by row id (ctid), found through an index, as DELETE has no LIMIT. Only this job deletes such rows,
// and it runs once at a time, so a row id still refers to the row that was found.
function listRules(): Rule[] {
  const settings = getSettings()
  return features
    .flatMap(({ retention = [] }) => retention)
    .map((rule) => {
      if ('statement' in rule) return rule
      const where = typeof rule.where === 'string' ? rule.where : rule.where(settings)
      return {
        what: rule.table,
        statement: `DELETE FROM ${rule.table} WHERE ctid = ANY (ARRAY(
          SELECT old.ctid FROM ${rule.table} old WHERE ${where} LIMIT ${removedAtOnce}))`,
      }
    })
}

/** Parallel jobs; mostly mails, which spend their time waiting for the relay. */
const concurrency = 4
const pollMilliseconds = 1000
const minPause = 500
const maxPause = 5000

export type KeptRunner = { isRunning(): boolean; stop(): Promise<void> }

/**
 * Runs jobs from the queue until stopped. The queue itself waits for a database that is temporarily unavailable; this
 * starts it when there is no database yet, and again if it gives up.
 */
export function keepRunning(pool: Pool, taskList: TaskList, log: Log): KeptRunner {
  let runner: Runner | null = null
  const stopping = new AbortController()
  const { signal } = stopping
  const ended = loop()

  async function loop(): Promise<void> {
    for (let wait = minPause; !signal.aborted; wait = Math.min(2 * wait, maxPause)) {
      try {
        runner = await start(pool, taskList, log)
        if (signal.aborted) await runner.stop()
        else wait = minPause
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot be reached, trying again soon')
      }
      runner = null
      await pause(wait, undefined, { signal }).catch(() => {})
    }
  }

  return {
    isRunning: () => runner !== null && !signal.aborted,
    /** Takes no more jobs, and waits for those in flight. */
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await ended
    },
  }
}

function start(pgPool: Pool, taskList: TaskList, log: Log): Promise<Runner> {
  return run({
    pgPool,
    taskList,
    parsedCronItems: parseCronItems(schedule),
    concurrency,
    pollInterval: pollMilliseconds,
    noHandleSignals: true,
    // If completed jobs are recorded in batches, a failure to record them stops the queue, which is then started again.
    // Recorded one by one, a failure would be an unhandled rejection and end the process, including mails that the
    // relay has just accepted.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // A long job checks its signal, and ends when the worker does.
    gracefulShutdownAbortTimeout: 0,
    logger: new Logger(() => (level, message) => {
      // Per-job lines are debug level; payloads are never logged.
      if (level === 'error') log.error({ message }, 'the queue reports an error')
      else if (level === 'warning') log.warn({ message }, 'the queue warns')
      else log.debug(message)
    }),
  })
}
