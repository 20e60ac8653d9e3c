import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AuditDetail } from '@/lib/audit/commands'
import type { Actor, AuditAction, AuditSubject } from '@/lib/audit/schema'
import type { Transaction } from '@/lib/database'
import type { recordEvent } from '@/lib/events/commands'
import type { queueMail } from '@/lib/mail/commands'
import type { Result } from '@/lib/result'

/**
 * Who may execute a command, where no target says it: someone signed in, about what is theirs; someone who was invited,
 * or still owes a code; staff; the system itself, which is the worker and `guichet`; or anyone.
 */
export type GeneralRight = 'self' | 'invited' | 'pending' | 'reviewer' | 'administrator' | 'system' | 'anyone'

/** Who gets an e-mail. `owners`: all of them, before and after, its author too. */
export type Notified = 'owners' | 'team' | 'person' | 'administrators' | 'reviewers' | 'audience'

/** What a command acts on, by its id. */
export type Target<Name extends string, Row, Right extends string> = {
  /** The name under which `run` gets the row. */
  name: Name
  /** The row, if this actor has that right on it; null for what does not exist and for what is not theirs. */
  find(transaction: Transaction, right: Right | GeneralRight, id: string, actor: Actor): Promise<Row | null>
  /** Locks it until the transaction ends: developers first, then secrets, then applications. */
  lock(transaction: Transaction, id: string, given: { actor: Actor; input: unknown }): Promise<void>
  /** What the audit log calls it. */
  subject(row: Row): AuditSubject
  /** Whether it is of the Sandbox, where `confirm: 'production'` asks nothing. */
  isSandbox?(row: Row): boolean
}

/** What `run` gets, besides the target's row under the target's name. */
export type Context<Input, Prepared> = {
  transaction: Transaction
  actor: Actor
  input: Input
  prepared: Prepared
  /**
   * Adds an audit entry, which is written last.
   * @param action where the command declares more than one
   * @param by who did it, where that is not who asked for it
   */
  record(subject: AuditSubject, detail?: AuditDetail, action?: AuditAction, by?: Actor): void
  /** Does something once the audit entries are written, such as deleting what they say of a person. */
  afterwards(work: () => Promise<void>): void
  /** Puts a mail into the outbox; only for a command that `notifies` someone. */
  mail: Mail
  /** Writes an event for the webhooks that want it. */
  emit: Emit
  /**
   * Executes another command in the same transaction, one at a time; its audit entries follow those that were recorded
   * before it. What it refuses leaves nothing behind.
   */
  join: Join
}

/** What mails on behalf of a command gets from it. */
export type Mailing = Pick<Context<unknown, unknown>, 'transaction' | 'mail'>

/** Puts a mail into the outbox. */
export type Mail = <Name extends Parameters<typeof queueMail>[2]>(
  to: Parameters<typeof queueMail>[1],
  template: Name,
  props: Parameters<typeof queueMail<Name>>[3],
) => Promise<void>

type Emit = <Type extends Parameters<typeof recordEvent>[1]>(
  type: Type,
  data: Parameters<typeof recordEvent<Type>>[2],
  to: Parameters<typeof recordEvent>[3],
) => Promise<void>

export type Join = <Executed extends AnyCommand>(
  command: Executed,
  request?: Pick<CommandRequest<Executed>, 'target' | 'input'> & { actor?: Actor },
) => Promise<OutcomeOf<Executed>>

/** The row of the target under the target's name. */
export type OnTarget<Name extends string, Row> = { [Key in Name]: Row }

/** What the functions of a command get; only its other properties say which types these are. */
type Given<Name extends string, Row, Input, Prepared> = NoInfer<
  Context<Input, Prepared> & OnTarget<Name, Row>
>

type Refusing = { ok: false; reason: string }
type Settled = Result<unknown, string> | Refusing

/** What `prepare` hands on, if it does not refuse. */
type PreparedBy<Preparation> = Preparation extends { ok: true; value: infer Value } ? Value : never

export type Command<
  Name extends string,
  Row,
  Right extends string,
  Input,
  Preparation,
  Outcome,
  Taken extends string,
> = {
  on?: Target<Name, Row, Right>
  right: Right | GeneralRight
  /**
   * Asks who is there, unless they confirmed it in the last 15 minutes: always, or unless it is about the Sandbox
   * alone.
   */
  confirm?: 'always' | 'production'
  /** It cannot be undone: a form asks each time whether to go on. */
  irreversible?: true
  notifies?: Notified | readonly Notified[]
  input?: z.ZodType<Input>
  /** The action that the audit log records, or the actions by outcome; none where nothing is audited. */
  audit: AuditAction | readonly AuditAction[]
  /** Milliseconds that its transaction may take; 20,000 by default. */
  timeout?: number
  /**
   * What is locked in place of the target, such as an application with its secrets; without one, who waits for whom.
   */
  lock?(transaction: Transaction, id: string, given: { actor: Actor; input: NoInfer<Input> }): Promise<void>
  /**
   * What a form shows of what it overwrites, as it is now, with the target locked; undefined where that has ended,
   * which `run` refuses in its own words.
   */
  version?(given: Given<Name, Row, Input, PreparedBy<Preparation>>): unknown
  /** It takes a multiple of 250 ms, so that its duration does not say what it found. */
  constantTime?: true
  /** What it refuses where a unique index does: the reason, by the index or its field. */
  taken?: Record<string, Taken>
  /**
   * What takes long, such as hashing a password, before the transaction begins, or is counted whatever becomes of it.
   * It may refuse. What asks who is there does so before it.
   */
  prepare?(given: { actor: Actor; target: string; input: Input }): Promise<Preparation>
  /** The rule itself. It changes nothing but the database, as a deadlock lets it run again. */
  run(given: Given<Name, Row, Input, PreparedBy<Preparation>>): Promise<Outcome>
}

// biome-ignore lint/suspicious/noExplicitAny: any command, whatever its types
export type AnyCommand = Command<any, any, any, any, any, any, any>

/**
 * An act as one value: who may do it, what it asks for, what it does, and who learns of it. Only `execute` runs one.
 * A command without a right does not compile.
 */
export function command<
  Name extends string = never,
  Row = unknown,
  Right extends string = never,
  Input = undefined,
  Preparation extends Settled = { ok: true; value: undefined },
  Outcome extends Settled = Result<undefined, never>,
  Taken extends string = never,
>(
  definition: Command<Name, Row, Right, Input, Preparation, Outcome, Taken>,
): Command<Name, Row, Right, Input, Preparation, Outcome, Taken> {
  return definition
}

export type InputOf<Executed> =
  Executed extends Command<infer _N, infer _R, infer _G, infer Input, infer _P, infer _O, infer _T>
    ? Input
    : never

/** What it refuses because of a unique index. */
type TakenBy<Executed extends AnyCommand> = {
  ok: false
  reason: NonNullable<Executed['taken']>[string]
}

/** What {@link execute} refuses by itself. */
export type GeneralRefusal =
  | { ok: false; reason: 'not_found' | 'forbidden' | 'version_conflict' }
  /** The idempotency key was used: `location` is where that led, empty where it showed something once. */
  | { ok: false; reason: 'repeated'; location: string | null }
  /** `who`: who is there; else only whether to go on. */
  | {
      ok: false
      reason: 'confirmation_required'
      who: boolean
      irreversible: boolean
      subject: AuditSubject | null
    }

/** What a command returns by itself. */
export type RunOutcomeOf<Executed extends AnyCommand> = Awaited<ReturnType<Executed['run']>>

export type ValueOf<Executed extends AnyCommand> = Extract<RunOutcomeOf<Executed>, { ok: true }>['value']

export type OutcomeOf<Executed extends AnyCommand> =
  | RunOutcomeOf<Executed>
  | Extract<Awaited<ReturnType<NonNullable<Executed['prepare']>>>, { ok: false }>
  | TakenBy<Executed>
  | GeneralRefusal

export type CommandRequest<Executed extends AnyCommand> = {
  actor: Actor
  /** The id of what it acts on. */
  target?: string
  /** As the schema returns it. */
  input?: InputOf<Executed>
  /** Made where a form was rendered: what was done once with it is not done again by the same person. */
  idempotencyKey?: string | null
  /** What a repeat has to have in common, where the form had more than the input. */
  content?: unknown
  /** Where a repeat leads, by what the command returned; it is stored with the key. */
  location?: (value: ValueOf<Executed>) => string | null
  /** `versionOf` what the form showed of what it overwrites. */
  expectedVersion?: string | null
  /** False for a form that has yet to ask whether to go on. */
  acknowledged?: boolean
}

/** Identifies what a form shows of a thing that it overwrites: anything that JSON can hold. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
