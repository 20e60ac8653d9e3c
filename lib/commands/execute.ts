import { createHash } from 'node:crypto'
import { type AuditDetail, recordAudit } from '@/lib/audit/commands'
import type { Actor, AuditAction, AuditSubject } from '@/lib/audit/schema'
import { now, secondsFromNow } from '@/lib/clock'
import {
  type AnyCommand,
  type CommandRequest,
  type Context,
  type GeneralRefusal,
  type Join,
  type OutcomeOf,
  versionOf,
} from '@/lib/commands/command'
import { database, type Transaction, violatesUnique } from '@/lib/database'
import { recordEvent } from '@/lib/events/commands'
import { isUuid } from '@/lib/ids'
import { queueMail } from '@/lib/mail/commands'
import { isRefused, keepsWrites, refused } from '@/lib/result'
import { inConstantTime } from '@/lib/timeout'

/** Seconds. A page may stay open for as long as a working day. */
const keyLife = 24 * 3600

/** Minutes for which a confirmation is valid. */
export const confirmationMinutes = 15

type Entry = { actor: Actor; action: AuditAction; subject: AuditSubject; detail?: AuditDetail }
type Unit = { transaction: Transaction; entries: Entry[]; afterwards: (() => Promise<void>)[] }
type AnyRequest = CommandRequest<AnyCommand>

/**
 * Executes a command in a transaction of its own: uses up the idempotency key, finds the target with the right in the
 * query, locks it, compares the version, asks for the confirmation, runs, and writes the audit entries last. A refusal
 * rolls all of it back, the key included.
 *
 * A concurrent request with the same key waits for the first one; a used key gets what is stored with it, whatever
 * became of the target since. The system (the worker, `guichet`) is never asked for a confirmation.
 * @returns what the command returns, or a {@link GeneralRefusal}
 */
export function execute<Executed extends AnyCommand>(
  command: Executed,
  request: CommandRequest<Executed>,
): Promise<OutcomeOf<Executed>> {
  const work = () => executeAlone(command, request).catch((error) => refuseTaken(command, error))
  return (command.constantTime ? inConstantTime(work) : work()) as Promise<OutcomeOf<Executed>>
}

async function executeAlone<Executed extends AnyCommand>(
  command: Executed,
  request: CommandRequest<Executed>,
): Promise<OutcomeOf<Executed>> {
  if (!isAllowed(command.right, request.actor)) return refused('forbidden') as OutcomeOf<Executed>
  const key = keyOf(command, request)
  const prepared = await prepare(command, request, key)
  if (isRefused(prepared)) return prepared as OutcomeOf<Executed>
  return database().$transaction(
    async (transaction) => {
      const repeated = key && (await consumeIdempotencyKey(transaction, key))
      if (repeated) return repeated
      const unit: Unit = { transaction, entries: [], afterwards: [] }
      const outcome = await run(unit, command, request, prepared.value)
      if (key) await finishKey(transaction, key, outcome, request.location)
      await writeEntries(unit)
      return outcome
    },
    { timeout: command.timeout },
  ) as Promise<OutcomeOf<Executed>>
}

function refuseTaken({ taken = {} }: AnyCommand, error: unknown) {
  const index = Object.keys(taken).find((each) => violatesUnique(error, each))
  if (index === undefined) throw error
  return refused(taken[index] ?? '')
}

/**
 * Executes several commands in one transaction, one after the other: all of them, or none. Their audit entries are
 * written last, in the order of the commands.
 * @param work executes them; a refusal that it returns, or throws as a `RefusalError`, rolls everything back
 */
export function executeTogether<Outcome>(
  actor: Actor,
  work: (join: Join, transaction: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return database().$transaction(async (transaction) => {
    const unit: Unit = { transaction, entries: [], afterwards: [] }
    const outcome = await work(joinTo(unit, actor), transaction)
    await writeEntries(unit)
    return outcome
  })
}

function joinTo(unit: Unit, actor: Actor): Join {
  return async (command, request = {}) => {
    const joined: AnyRequest = { actor, ...request }
    if (!isAllowed(command.right, joined.actor)) return refused('forbidden') as never
    const prepared = await prepare(command, joined, null)
    if (isRefused(prepared)) return prepared
    const recorded = unit.entries.length
    await unit.transaction.$executeRaw`SAVEPOINT joined`
    const outcome = await run(unit, command, joined, prepared.value)
    if (isRefused(outcome) && !keepsWrites(outcome)) {
      // Whatever the other command makes of it.
      await unit.transaction.$executeRaw`ROLLBACK TO SAVEPOINT joined`
      unit.entries.length = recorded
    }
    await unit.transaction.$executeRaw`RELEASE SAVEPOINT joined`
    return outcome
  }
}

async function run(unit: Unit, command: AnyCommand, request: AnyRequest, prepared: unknown) {
  const { transaction } = unit
  const { actor, target = actor.id ?? '', expectedVersion } = request
  const { on } = command
  if (!on) await command.lock?.(transaction, target, { actor, input: request.input })
  const row = on && (await findLocked(transaction, command, target, request))
  if (on && !row) return refused('not_found')
  if (!(await mayStillAct(transaction, command, actor))) return refused(on ? 'not_found' : 'forbidden')
  const context: Context<unknown, unknown> = {
    transaction,
    actor,
    input: request.input,
    prepared,
    record: (subject, detail, action = onlyAction(command), by = actor) =>
      void unit.entries.push({ actor: by, action, subject, detail }),
    afterwards: (work) => void unit.afterwards.push(work),
    mail: (...given) => {
      if (!command.notifies)
        throw new Error(`${command.audit}: a command that mails declares whom it notifies`)
      return queueMail(transaction, ...given)
    },
    emit: (...given) => recordEvent(transaction, ...given),
    join: joinTo(unit, actor),
  }
  const given = on ? { ...context, [on.name]: row } : context
  if (expectedVersion && command.version) {
    const current = await command.version(given)
    if (current !== undefined && versionOf(current) !== expectedVersion) return refused('version_conflict')
  }
  const question = findQuestion(command, request, row)
  return question ?? command.run(given)
}

/** Someone without the right locks nothing, so that no one can make others wait. */
async function findLocked(
  transaction: Transaction,
  command: AnyCommand,
  id: string,
  { actor, input }: AnyRequest,
) {
  const { on, right, lock = on?.lock } = command
  if (!on || !isUuid(id) || !(await on.find(transaction, right, id, actor))) return null
  await lock?.(transaction, id, { actor, input })
  return on.find(transaction, right, id, actor)
}

/**
 * Whether the actor still has an account that may act, and the role that the right requires: the session was read
 * before, and the act may have waited since. Without a lock, so that no two acts wait for each other: one that was not
 * committed yet when an account or a role ends is done before that.
 */
async function mayStillAct(transaction: Transaction, { right }: AnyCommand, actor: Actor): Promise<boolean> {
  if (actor.id === null || right === 'anyone') return true
  const where = { id: actor.id, suspendedAt: null, deletedAt: null }
  const current = await transaction.developer.findFirst({ where, select: { role: true } })
  return !!current && isAllowed(right, { id: actor.id, role: current.role })
}

function findQuestion(
  command: AnyCommand,
  { actor, acknowledged }: AnyRequest,
  row: unknown,
): GeneralRefusal | null {
  if (actor.role === 'system') return null
  const { on, confirm } = command
  const asks = confirm === 'always' || (confirm === 'production' && !(row && on?.isSandbox?.(row)))
  const who = asks && owesConfirmation(actor)
  const { irreversible = false } = command
  if (!who && (!irreversible || acknowledged !== false)) return null
  const subject = row && on ? on.subject(row) : null
  return { ...refused('confirmation_required'), who, irreversible, subject }
}

function owesConfirmation(actor: Actor): boolean {
  return actor.role !== 'system' && !isRecentAuthentication('confirmedAt' in actor ? actor.confirmedAt : null)
}

/** True while a confirmation is valid (15 minutes). */
export function isRecentAuthentication(confirmedAt: Date | null | undefined): boolean {
  return !!confirmedAt && now().getTime() - confirmedAt.getTime() < confirmationMinutes * 60_000
}

function isAllowed(right: string, actor: Pick<Actor, 'id' | 'role'>): boolean {
  if (right === 'anyone' || actor.role === 'system') return true
  if (right === 'system' || actor.id === null) return false
  if (right === 'administrator') return actor.role === 'administrator'
  return right !== 'reviewer' || actor.role !== 'developer'
}

function onlyAction({ audit }: AnyCommand): AuditAction {
  if (typeof audit === 'string') return audit
  throw new Error(`one of ${audit.join(', ')} has to be recorded`)
}

async function writeEntries({ transaction, entries, afterwards }: Unit): Promise<void> {
  for (const { actor, action, subject, detail } of entries)
    await recordAudit(transaction, actor, action, subject, detail)
  for (const work of afterwards) await work()
}

async function prepare(command: AnyCommand, request: AnyRequest, key: Key | null) {
  const { actor, target = '', input } = request
  const asks = command.confirm === 'always' && owesConfirmation(actor)
  if (!command.prepare || asks) return { ok: true, value: undefined } as const
  // What it checks may have changed by what the first request did, also meanwhile.
  const findRepeated = async () => key && (await findStored(database(), key))
  const prepared = (await findRepeated()) ?? (await command.prepare({ actor, target, input }))
  return isRefused(prepared) ? ((await findRepeated()) ?? prepared) : prepared
}

type Key = { keyHash: Uint8Array<ArrayBuffer>; contentHash: Uint8Array<ArrayBuffer> }

/** The key itself is stored nowhere, so that no content can be guessed from its hash. */
function keyOf(command: AnyCommand, request: AnyRequest): Key | null {
  const { actor, idempotencyKey, target, input, content: given = input } = request
  if (!actor.id || !idempotencyKey || !isUuid(idempotencyKey)) return null
  const key = `${actor.id}\0${idempotencyKey}`
  const content = JSON.stringify([command.audit, command.right, target, given], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return { keyHash: hashOf(key), contentHash: hashOf(`${key}\0${content}`) }
}

function hashOf(text: string) {
  return new Uint8Array(createHash('sha256').update(text).digest())
}

/** @returns null, or what is stored with a key that was used before */
async function consumeIdempotencyKey(transaction: Transaction, key: Key): Promise<GeneralRefusal | null> {
  const row = { ...key, expiresAt: secondsFromNow(keyLife) }
  const { count } = await transaction.idempotencyKey.createMany({ data: [row], skipDuplicates: true })
  return count === 1 ? null : findStored(transaction, key)
}

async function findStored(
  transaction: Transaction,
  { keyHash, contentHash }: Key,
): Promise<GeneralRefusal | null> {
  const stored = await transaction.idempotencyKey.findUnique({ where: { keyHash } })
  if (!stored) return null
  const same = Buffer.from(stored.contentHash).equals(contentHash)
  return { ...refused('repeated'), location: same ? stored.location : null }
}

/** Stores where a repeat leads. A refusal that keeps its writes releases the key all the same. */
async function finishKey(
  transaction: Transaction,
  { keyHash }: Key,
  outcome: { ok: boolean; value?: unknown },
  location: AnyRequest['location'],
): Promise<void> {
  const where = { keyHash }
  if (outcome.ok) {
    const data = { location: location?.(outcome.value) ?? null }
    await transaction.idempotencyKey.update({ where, data })
  } else if (keepsWrites(outcome)) await transaction.idempotencyKey.delete({ where })
}
