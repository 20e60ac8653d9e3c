import { createExpiringMap, detach } from '@/lib/expiring-map'
import { number as decimal, orNull, singleRow, word } from '@/lib/rows'

/**
 * What a gateway remembers belongs to an application, and is forgotten when anything of that application is
 * revoked.
 */
type Remembered = { applicationId: string }

/**
 * What a statement says about the time between two moments: the `position` of its snapshot, its time in microseconds,
 * and the applications that were changed since the position that was sent along; null if that position is
 * unknown to the database, so that anything may have changed.
 */
type Confirmation = { position: string; at: number; changed: Set<string> | null }

/** Entries that were true at one position in the record of changes. */
export type Memory<Entry> = {
  /** The database's last answer, to be sent along with the next statement. */
  position(): string
  get(key: string): Entry | undefined
  /**
   * Takes in what a statement returned.
   * @param sent the position that was sent along
   * @param found what to remember; dropped if other statements have moved on in the meantime
   */
  learn(sent: string, confirmation: Confirmation, found: [key: string, entry: Entry][]): void
  size(): number
}

/** An application has one client id and at most two live tokens. */
const maxPerApplication = 2

/** Milliseconds for which an entry is remembered: looking it up again costs one statement. */
const keptMs = 600_000

const nowhere = '-1 00000000-0000-0000-0000-000000000000 -'

/**
 * Bounds what is remembered: the entries that were not used for longest are forgotten first, all of them
 * after ten minutes. An entry takes one kilobyte, with an allow-list of 20 ranges two.
 */
export function createMemory<Entry extends Remembered>(max = 50_000): Memory<Entry> {
  // In the order of their last use.
  const held = createExpiringMap<{ entry: Entry; until: number }>({
    maxEntries: max,
    onDrop: ({ entry }, key) => unlink(key, entry),
  })
  const keys = new Map<string, string[]>()
  let position = nowhere

  function remember(asked: string, entry: Entry): void {
    forget(asked)
    if (max === 0) return
    const key = detach(asked)
    keep(key, entry)
    const others = keys.get(entry.applicationId) ?? []
    if (others.length >= maxPerApplication) forget(others[0] as string)
    keys.set(entry.applicationId, [...(keys.get(entry.applicationId) ?? []), key])
  }

  function keep(key: string, entry: Entry): void {
    held.set(key, { entry, until: performance.now() + keptMs })
  }

  function forget(key: string): void {
    const found = held.get(key)
    if (!found) return
    held.delete(key)
    unlink(key, found.entry)
  }

  function unlink(key: string, { applicationId }: Entry): void {
    const others = keys.get(applicationId)?.filter((other) => other !== key) ?? []
    if (others.length > 0) keys.set(applicationId, others)
    else keys.delete(applicationId)
  }

  function forgetChanged(changed: Set<string> | null): void {
    if (changed) for (const id of changed) for (const key of keys.get(id) ?? []) forget(key)
    else {
      held.clear()
      keys.clear()
    }
  }

  return {
    position: () => position,
    get(asked) {
      const found = held.get(asked)
      if (!found) return undefined
      // As long as there is room, the order does not matter.
      if (held.size() * 2 > max) keep(asked, found.entry)
      return found.entry
    },
    // All entries are true at `position`. A statement that was sent with another one says nothing about what happened
    // since this one, and what it found is added only if it was found at this very position.
    learn(sent, confirmation, found) {
      if (sent === position) {
        forgetChanged(confirmation.changed)
        position = confirmation.position
      }
      if (confirmation.position === position) for (const [key, entry] of found) remember(key, entry)
    },
    size: held.size,
  }
}

/** The microseconds since 1970, a whole number, of a moment. */
export const toMicroseconds = (moment: string) => `(date_part('epoch', ${moment}) * 1000000)::bigint`

// After a failover everything is forgotten. A server that was promoted or started again may have lost
// commits: its timeline or the time of its start is another one.
const server = `concat_ws('/', extract(epoch FROM pg_postmaster_start_time()),
  CASE WHEN pg_is_in_recovery() THEN '' ELSE left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END)`

const confirmationWith = (number: string, mark: string, sent: string) =>
  singleRow({
    number: word('c.number'),
    mark: word('c.mark'),
    server: word(server),
    // A transaction that began on a standby is read-only, even if that is promoted meanwhile.
    readOnly: word("current_setting('transaction_read_only')"),
    at: decimal(toMicroseconds('now()')),
    /** The applications, `everything`, or null for nothing. */
    changed: orNull(
      word(`CASE WHEN starts_with(${sent}, concat_ws(' ', c.number, c.mark, '')) THEN NULL
        WHEN EXISTS (SELECT FROM rights_change r WHERE r.number = ${number} AND r.mark = ${mark}) THEN (
          SELECT string_agg(DISTINCT r.application_id::text, ',') FROM rights_change r WHERE r.number > ${number}
        ) ELSE 'everything' END`),
    ),
  })

/**
 * A value that belongs into the statement that it confirms, as one statement has one snapshot.
 * @param place of the parameter with the position, such as `$4`
 */
export function confirming(place: string): string {
  const part = (word: number) => `split_part(${place}::text, ' ', ${word})`
  const { sql } = confirmationWith(`${part(1)}::bigint`, `${part(2)}::uuid`, `${place}::text`)
  return `(SELECT ${sql} FROM rights_counter c)`
}

const { read } = confirmationWith('', '', '')

/** @param sent the position that was sent along */
function readConfirmation(text: string | null | undefined, sent: string): Confirmation {
  const found = read(text)
  if (found?.readOnly !== 'off') throw new Error('rights are decided by the primary, and this server is none')
  const { number, mark, server, at, changed } = found
  const follows = changed !== 'everything' && sent.endsWith(` ${server}`)
  return {
    position: `${number} ${mark} ${server}`,
    at,
    changed: follows ? new Set(changed?.split(',')) : null,
  }
}

/** A remembered answer, usable before the moment `until`, in microseconds. */
type Recalled<Entry> = { entry: Entry; until: number }

type Ask<Question, Entry, Answer> = (
  questions: Question[],
  known: (Entry | null)[],
  position: string,
) => Promise<{
  confirmation: string | null | undefined
  answer: (index: number, at: number) => Answer
  found: [key: string, entry: Entry][]
}>

/**
 * Answers all questions by one statement, which looks up what is not remembered and confirms what is. What is not
 * confirmed is looked up in a second one.
 * @param recall what is remembered about a question
 * @param ask sends the statement; `answer` is called for each question that `known` or the statement has an answer for
 */
export async function askRemembering<Question, Entry extends Remembered, Answer>(
  memory: Memory<Entry>,
  questions: Question[],
  recall: (question: Question) => Recalled<Entry> | null,
  ask: Ask<Question, Entry, Answer>,
): Promise<Answer[]> {
  const recalled = questions.map(recall)
  const known = recalled.map((each) => each?.entry ?? null)
  const sent = memory.position()
  const reply = await ask(questions, known, sent)
  const confirmation = readConfirmation(reply.confirmation, sent)
  memory.learn(sent, confirmation, reply.found)
  const { at, changed } = confirmation
  const confirmed = (each: Recalled<Entry>) =>
    changed !== null && !changed.has(each.entry.applicationId) && at < each.until
  const doubtful: number[] = []
  const answers = recalled.map((each, index) => {
    if (each === null || confirmed(each)) return reply.answer(index, at)
    doubtful.push(index)
    return undefined as Answer
  })
  if (doubtful.length > 0) {
    const again = doubtful.map((index) => questions[index] as Question)
    const fresh = await askRemembering(memory, again, () => null, ask)
    for (const [place, index] of doubtful.entries()) answers[index] = fresh[place] as Answer
  }
  return answers
}
