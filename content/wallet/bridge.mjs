// Brings the changes of a PostgreSQL wallet to the feed, by logical decoding (wal2json). Run it under a supervisor:
//   WALLET_DATABASE_URL=… FEED=https://feed.example.com KEY=… TABLES=public.account,public.subscriber node bridge.mjs
// The slot keeps what was not sent; what was sent twice changes nothing, by its position.
import pg from 'pg'

const { WALLET_DATABASE_URL, FEED, KEY, TABLES, SLOT = 'guichet' } = process.env
const options = ['format-version', '2', 'include-timestamp', 'true', 'add-tables', TABLES]
const peek = 'SELECT lsn::text, data FROM pg_logical_slot_peek_changes($1, NULL, 2000, VARIADIC $2)'
const slots = 'SELECT FROM pg_replication_slots WHERE slot_name = $1'
const create = `SELECT pg_create_logical_replication_slot($1, 'wal2json') WHERE NOT EXISTS (${slots})`
const actions = { I: 'c', U: 'u', D: 'd', T: 't' }
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
// A number that JavaScript could round becomes text.
const parse = ({ data }) => JSON.parse(data.replace(/"value":(-?[\d.]{16,})/g, '"value":"$1"'))
const wallet = new pg.Client({ connectionString: WALLET_DATABASE_URL })

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

async function send(events, offset) {
  const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
  if (offset !== null) headers['Feed-Position'] = `${SLOT}:${offset}`
  const body = JSON.stringify(events)
  for (;;) {
    const request = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(60_000) }
    const response = await fetch(`${FEED}/v1/changes`, request).catch(() => ({ status: 503 }))
    if (response.ok) return
    if (response.status < 500 && ![408, 429].includes(response.status)) throw new Error(await response.text())
    await pause(1000)
  }
}

await wallet.connect()
await wallet.query(create, [SLOT])
for (let beat = 0; ; ) {
  // Whole transactions, about 2,000 changes; they stay in the slot until the feed has them.
  const { rows } = await wallet.query(peek, [SLOT, options])
  const last = rows.at(-1)?.lsn
  const changes = rows.map(parse).filter(({ action }) => action in actions)
  // The feed takes 10,000 at a time: the last part alone has the position, and those before may be sent again.
  for (let at = 0; at < changes.length; at += 5000)
    await send(changes.slice(at, at + 5000).map(toEvent), at + 5000 < changes.length ? null : toOffset(last))
  if (last) await wallet.query('SELECT pg_replication_slot_advance($1, $2)', [SLOT, last])
  else await pause(500)
  // A sign of life, as long as nothing changes.
  if (changes.length > 0 || Date.now() < beat) continue
  beat = Date.now() + 10_000
  await send([{ ts_ms: Date.now() }], null)
}
