import { setTimeout as pause } from 'node:timers/promises'
import { verifyAudit } from '@/lib/audit/verify'
import { waitUntil } from '@/lib/timeout'
import { waitForBoth } from '../cluster/primary'
import { startBalanceWriter } from './changing-accounts'
import { countReads, shareOfStandby } from './gateway-metrics'
import { countWrites, findLosses, type Losses, openLedger } from './ledger'
import { revoke, startLoad } from './load'
import type { Scenario } from './scenario'
import { compareMails, countQueued, listMails, type MailFigures } from './smtp-sink'
import { drawFailures, type Figures, sumUp } from './tally'
import { type World, waitUntilAllReady } from './world'
import { startWriter } from './writer'

/** The result of one fault. */
export type Outcome = {
  scenario: Pick<Scenario, 'name' | 'title'>
  figures: Figures
  writes: number
  losses: Losses
  /** faults of the audit chain */
  auditFaults: number
  mail: MailFigures
  revoked: number
  /** share of the balances that came from a standby */
  fromStandby: number
  note: string | undefined
  /** examples of what was wrong */
  wrongs: string[]
  /** failed calls of each second since the fault */
  failures: string
}

const before = 4000
const after = 6000
const revokeEvery = 1500
/** An e-mail whose worker lost its database half-way is retried by another worker after two and a half minutes. */
const drainMilliseconds = 180_000

/** Tries one fault under load and writes, waits until everything has recovered, and compares. */
export async function tryFault(world: World, scenario: Scenario, rate: number): Promise<Outcome> {
  const { owner, caller, programs, reviewer, smtpSink, cluster } = world
  await waitForBoth(cluster.ports)
  await waitUntilAllReady(world)
  const since = (await owner.query('SELECT now() AS now')).rows[0].now as Date
  const reads = await countReads(world)
  const load = startLoad({ ...world, rate })
  const ledger = openLedger()
  const writer = startWriter({ ledger, owner, reviewer })
  const balanceWriter = startBalanceWriter(owner, world.changing)
  let turn = 0
  const revoking = setInterval(() => {
    const program = programs[turn++ % programs.length]
    if (program) void revoke(load, caller, program)
  }, revokeEvery)
  await pause(before)
  let from = performance.now()
  const struckAt = from
  const mark = () => {
    from = performance.now()
  }
  try {
    const note = await scenario.run(world, { struck: mark, lifted: mark })
    await waitForBoth(cluster.ports)
    await waitUntilAllReady(world)
    await pause(after)
    clearInterval(revoking)
    await Promise.all([load.stop(), writer.stop(), balanceWriter.stop()])
    // Later writes of the worker, such as proofs of approvals, are not waited for.
    const mails = await listMails(owner, since)
    await waitUntil(async () => (await countQueued(owner, mails)) === 0, drainMilliseconds, 500)
    const audit = await verifyAudit(owner)
    return {
      scenario,
      figures: sumUp(load.calls, from),
      writes: countWrites(ledger),
      losses: await findLosses(owner, ledger),
      auditFaults: audit.faults.length,
      mail: compareMails(mails, smtpSink.acknowledged()),
      revoked: load.revoked.length,
      fromStandby: shareOfStandby(reads, await countReads(world)),
      note,
      wrongs: load.wrongs.slice(0, 5),
      failures: drawFailures(load.calls, struckAt),
    }
  } finally {
    clearInterval(revoking)
    await Promise.all([load.stop(), writer.stop(), balanceWriter.stop()])
  }
}

/** The product's promises under any fault. @returns the broken ones, in words */
export function findBroken({ figures, losses, auditFaults, mail }: Outcome): string[] {
  const broken = Object.entries(losses)
    .filter(([, lost]) => lost > 0)
    .map(([kind, lost]) => `${lost} acknowledged ${kind} lost`)
  if (figures.wrong > 0) broken.push(`${figures.wrong} responses wrong`)
  if (auditFaults > 0) broken.push(`${auditFaults} faults in the audit chain`)
  if (mail.lost > 0) broken.push(`${mail.lost} e-mails lost`)
  return broken
}
