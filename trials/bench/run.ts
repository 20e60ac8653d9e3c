import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureFeed } from './feed'
import { measureMemory } from './memory'
import { measureTable, type Plan } from './table'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '60' },
  },
})

const plan: Plan = options.quick
  ? { rounds: Number(options.rounds ?? 1), seconds: 3, applications: 1000, accounts: 10_000 }
  : {
      rounds: Number(options.rounds ?? 5),
      seconds: Number(options.seconds),
      applications: 10_000,
      accounts: 1_000_000,
    }

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The measurements by name; `npm run bench -- --only name` runs one. */
const measurements: Record<string, { title: string; run: () => Promise<string> }> = {
  table: { title: 'Next to a simple server', run: () => measureTable(plan, say) },
  feed: {
    title: 'The feed next to psql',
    run: () => measureFeed(plan.rounds, 1_000_000, options.quick ? 50 : 200, say),
  },
  memory: { title: 'Memory', run: () => measureMemory(options.quick ? 2 : Number(options.minutes), say) },
}

const chosen = options.only ? [options.only] : Object.keys(measurements)
for (const name of chosen) {
  const measurement = measurements[name]
  if (!measurement) throw new Error(`--only knows ${Object.keys(measurements).join(', ')}, not ${name}`)
  say(`\n${measurement.title}`)
  const text = await measurement.run()
  say(`\n${text}\n`)
  if (!options.quick) say(machine())
}
process.exit(0)

function machine(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}.`
}
