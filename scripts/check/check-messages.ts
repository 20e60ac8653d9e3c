import { messages } from '@/messages/index.ts'
import { findUsedKeys } from './messages/used-keys'

// Fails on a message that no page reads; the compiler reports missing ones.
const written = listKeys(messages.en)
const used = findUsedKeys(written)
const unused = written.filter((key) => !used.has(key))
for (const key of unused) console.error(`No page reads the message ${key}.`)
process.stdout.write(`${written.length} messages, ${unused.length} of them unused.\n`)
if (unused.length > 0) process.exitCode = 1

function listKeys(area: object, path = ''): string[] {
  return Object.entries(area).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : listKeys(value, `${path}${name}.`),
  )
}
