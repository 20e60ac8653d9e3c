// Brings the changes of a PostgreSQL wallet to the feed, by logical decoding (wal2json). Run it under a supervisor:
//   WALLET_DATABASE_URL=… FEED=https://feed.example.com KEY=… TABLES=public.account,public.subscriber node bridge.mjs
// The slot keeps what was not sent, and the feed keeps how far it came: it never moves the slot beyond that, and ends
// with 78 when the two no longer fit, as changes are missing then. What was sent twice changes nothing.
import pg from 'pg'

const { WALLET_DATABASE_URL, FEED, KEY, TABLES, SLOT = 'guichet' } = process.env
const options = ['format-version', '2', 'include-timestamp', 'true', 'add-tables', TABLES]
// On the server's disk until all of it is fetched, so that a huge transaction needs no memory here; without messages.
const peek = `DECLARE peeked CURSOR WITH HOLD FOR SELECT lsn::text, data
  FROM pg_logical_slot_peek_changes($1, NULL, 2000, VARIADIC $2) WHERE data NOT LIKE '{"action":"M"%'`
// What is flushed is read before a peek: when that finds nothing, the slot can move there.
const look = `SELECT system_identifier::text AS cluster, pg_current_wal_flush_lsn()::text AS flushed, slot_name AS name,
  confirmed_flush_lsn::text AS confirmed, wal_status = 'lost' OR to_jsonb(slot) ->> 'invalidation_reason' <> '' AS lost
  FROM pg_control_system() LEFT JOIN pg_replication_slots AS slot ON slot_name = $1`
const actions = { I: 'c', U: 'u', D: 'd', T: 't' }
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
// A number that JavaScript could round becomes text.
const parse = ({ data }) => JSON.parse(data.replace(/"value":(-?[\d.]{16,})/g, '"value":"$1"'))
/** When it gives its next sign of life. */
let beat = 0

/** A position that grows: `16/B374D848` as a number. */
function toOffset(lsn) {
  const [high, low] = lsn.split('/').map((part) => BigInt(`0x${part}`))
  return (high << 32n) + low
}

/** A Debezium event, which FEED_MAPPING translates. */
function toEvent({ action, schema, table, columns, identity, timestamp }) {
  const row = (found) => found && Object.fromEntries(found.map(({ name, value }) => [name, value]))
  const at = Date.parse(timestamp.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  const source = { schema, table, ts_ms: at }
  return { op: actions[action], before: row(identity), after: row(columns), source }
}

function end(code, sentence) {
  console.error(sentence)
  process.exit(code)
}

/** Calls the feed until it answers. */
async function call(path, request) {
  for (let tries = 0; ; tries++) {
    const signal = AbortSignal.timeout(60_000)
    const headers = { Authorization: `Bearer ${KEY}`, ...request?.headers }
    const [response, text] = await fetch(FEED + path, { redirect: 'manual', ...request, headers, signal })
      .then(async (response) => [response, await response.text()])
      .catch((error) => [{ status: 503 }, (error.cause ?? error).message])
    if (response.ok && text.startsWith('{')) return JSON.parse(text)
    if (response.status < 500 && ![408, 429].includes(response.status))
      end(1, `The feed answers ${response.status} to ${path}: ${text}`)
    if (tries === 0) console.error(`The feed is away or busy (${text}): tries again every second`)
    await pause(1000)
  }
}

/** Sends events, or a sign of life. `lsn` is for those that end a transaction: everything up to there was sent. */
async function send(events, lsn, to) {
  const { partition, places } = to
  const headers = { 'Content-Type': 'application/json' }
  if (lsn) headers['Feed-Position'] = `${partition}:${toOffset(lsn)}`
  const body = JSON.stringify(events.length > 0 ? events : [{ ts_ms: Date.now() }])
  // The feed takes 10 MiB at a time.
  if (body.length > 3_000_000 && events.length > 1) {
    await send(events.slice(0, events.length / 2), null, to)
    return send(events.slice(events.length / 2), lsn, to)
  }
  await call('/v1/changes', { method: 'POST', headers, body })
  if (lsn) places.set(partition, toOffset(lsn))
  beat = Date.now() + 10_000
}

/** Ends when the feed has a place that the slot does not continue. */
function check({ name, confirmed, lost }, { partition, places }) {
  const place = [...places.keys()].find((each) => each !== partition) ?? partition
  let found
  if (lost) found = 'is invalid: PostgreSQL removed what was not sent yet'
  else if (place !== partition) found = `was of another cluster (${place}, and this is ${partition})`
  else if (!places.has(partition)) return
  else if (!name) found = 'is gone'
  else if (toOffset(confirmed) > places.get(partition)) found = 'is beyond what the feed has'
  else return
  const drop = lost ? `SELECT pg_drop_replication_slot('${SLOT}') in the wallet, ` : ''
  const forget = places.size > 0 ? `"guichet feed forget-position NAME ${place}" (NAME is the key's), ` : ''
  const load = 'start the bridge, then load a file of all accounts that was exported after that start.'
  end(78, `The slot ${SLOT} ${found}, so changes are missing: run ${drop}${forget}${load}`)
}

/** Brings changes for as long as the connection lasts. */
async function bring(wallet, places, worked) {
  await wallet.connect()
  for (;;) {
    const [slot] = (await wallet.query(look, [SLOT])).rows
    const to = { partition: `${SLOT}-${slot.cluster}`, places }
    check(slot, to)
    if (!slot.name) {
      await wallet.query(`SELECT pg_create_logical_replication_slot($1, 'wal2json')`, [SLOT])
      continue
    }
    // Whole transactions, about 2,000 changes; they stay in the slot until the feed has them.
    await wallet.query(peek, [SLOT, options])
    let [isIdle, lsn] = [true, null]
    for (;;) {
      const { rows } = await wallet.query('FETCH 2000 FROM peeked')
      if (rows.length === 0) break
      const changes = rows.map(parse)
      lsn = changes.at(-1).action === 'C' ? rows.at(-1).lsn : null
      const events = changes.filter(({ action }) => action in actions).map(toEvent)
      if (events.length > 0) isIdle = false
      if (events.length > 0 || lsn) await send(events, lsn, to)
    }
    await wallet.query('CLOSE peeked')
    // Other databases of the cluster write too: a slot that did not move would keep their WAL.
    if (!lsn && Date.now() > beat) {
      if (toOffset(slot.flushed) > (places.get(to.partition) ?? 0n)) lsn = slot.flushed
      await send([], lsn, to)
    }
    if (lsn) await wallet.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, lsn])
    worked()
    if (isIdle) await pause(500)
  }
}

/** A server that restarts, a network that fails, a slot that the previous connection still has. */
function passes({ code, message }) {
  return (
    /^(08|53|57P|55006|E(?!RR_)[A-Z_]+$)/.test(code) ||
    /terminated|timeout expired|not queryable/.test(message)
  )
}

const missing = Object.entries({ KEY, TABLES }).filter(([, value]) => !value)
const wrong = Object.entries({ WALLET_DATABASE_URL, FEED }).filter(([, value = '']) => !URL.canParse(value))
const names = [...wrong, ...missing].map(([name]) => name).join(', ')
if (names) end(78, `Set these, or correct their URLs: ${names}.`)
for (let seconds = 1; ; seconds = Math.min(2 * seconds, 30)) {
  const { positions } = await call('/v1/positions')
  const own = positions.filter(({ partition }) => partition.replace(/-\d+$/, '') === SLOT)
  const places = new Map(own.map(({ partition, offset }) => [partition, BigInt(offset)]))
  const wallet = new pg.Client({
    connectionString: WALLET_DATABASE_URL,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // The statement that runs, or the next one, fails.
  wallet.on('error', () => {})
  const worked = () => {
    seconds = 1
  }
  await bring(wallet, places, worked).catch((error) => {
    const reason = `The wallet's database: ${error.message || error.code}`
    if (!passes(error)) end(1, reason)
    console.error(`${reason}. Connects again in ${seconds} s.`)
  })
  wallet.end().catch(() => {})
  await pause(seconds * 1000)
}
