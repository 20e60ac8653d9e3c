import type { ClientBase } from 'pg'
import type { Environment } from '@/generated/prisma/enums'
import type { Change } from './change'
import { lockNumbers, tryToLockNumbers } from './import-locks'
import { lockAccounts, readAbsent, type States, writeStates } from './number-rows'
import { applyChange, type ChangeOutcome, type NumberState, stronger } from './number-state'

type Client = Pick<ClientBase, 'query'>
/** `tiesLose`: the changes may be older ones that arrive again, which those with the same time outrank. */
type Target = { environment: Environment; importId: number; numbersLocked: boolean; tiesLose?: boolean }

/** Another writer lets numbers appear: roll back, and begin again with the lock of numbers. */
class NumbersBusy extends Error {
  override name = 'NumbersBusy'
}

/** For one lock: a file that is being merged holds its accounts until it ends. */
const lockTimeout = '5s'
const maxAttempts = 4
const deadlock = '40P01'

/**
 * Runs `work` in one transaction that writes changes, again if another writer was in its way.
 * @param work does nothing but queries; it passes on what it is given
 */
export async function inChangeTransaction<T>(
  client: Client,
  work: (numbersLocked: boolean) => Promise<T>,
): Promise<T> {
  let numbersLocked = false
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${lockTimeout}'`)
      const value = await work(numbersLocked)
      await client.query('COMMIT')
      return value
    } catch (error) {
      const rolledBack = client.query('ROLLBACK').catch(() => {})
      if (error instanceof NumbersBusy) numbersLocked = true
      // Without waiting: a database that did not answer the statement will not answer this one.
      else if ((error as { code?: string }).code !== deadlock || attempt === maxAttempts) throw error
      await rolledBack
    }
  }
}

/**
 * Applies changes in their order, with two statements for all accounts: one that locks and reads, one that writes.
 * Call it in {@link inChangeTransaction}.
 * @param groups each what one line or event brought
 * @returns an outcome for each group
 */
export async function writeChanges(
  client: Client,
  target: Target,
  groups: Change[][],
): Promise<ChangeOutcome[]> {
  const { environment } = target
  const numbers = [...new Set(groups.flatMap((group) => group.map(({ msisdn }) => msisdn)))]
  if (numbers.length === 0) return groups.map(() => 'unchanged')
  const appears = groups.some((group) => group.some(({ op }) => op === 'remove'))
  if (target.numbersLocked || appears) await lockNumbers(client, environment)
  const states = await lockAccounts(client, environment, numbers)
  if (states.size < numbers.length && !target.numbersLocked && !appears)
    await lockMissing(client, environment, states, numbers)
  const absent = numbers.filter((msisdn) => !states.has(msisdn))
  if (absent.length > 0)
    for (const [msisdn, state] of await readAbsent(client, environment, absent)) states.set(msisdn, state)
  const outcomes = groups.map((group) =>
    group.reduce<ChangeOutcome>(
      (outcome, change) =>
        stronger(outcome, applyChange(states.get(change.msisdn) as NumberState, change, target.tiesLose)),
      'unchanged',
    ),
  )
  await writeStates(client, target, states)
  return outcomes
}

/** Some may have got an account until the lock was there. */
async function lockMissing(
  client: Client,
  environment: Environment,
  states: States,
  numbers: string[],
): Promise<void> {
  if (!(await tryToLockNumbers(client, environment))) throw new NumbersBusy()
  const missing = numbers.filter((msisdn) => !states.has(msisdn))
  for (const [msisdn, state] of await lockAccounts(client, environment, missing)) states.set(msisdn, state)
}
