import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { constants } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { finish } from '@/test/backups'
import { startGuichet } from '@/test/guichet'
import { temporaryFolder } from '@/test/resources'
import { commands } from './commands'

const folder = temporaryFolder()
const file = join(folder, 'accounts.csv')
/** A database that accepts connections and never responds. */
const silent = createServer((socket: Socket) => socket.on('error', () => {}))
const words: Record<string, string[]> = {
  'import-accounts': [file, '--environment', 'sandbox'],
  configuration: ['export'],
  'create-reviewer': ['awa@example.com'],
  feed: ['resume', 'wallet'],
  'reset-factor': ['awa@example.com'],
}

beforeAll(async () => {
  writeFileSync(file, '')
  await once(silent.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  silent.close()
})

// Restore connects after it has verified an archive: backup.slow.test.ts interrupts it.
const names = Object.keys(commands).filter((name) => name !== 'restore')

test.each(
  names.flatMap((name) =>
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => [name, signal] as const),
  ),
)(
  '%s, ended by %s, has the exit code that shells give it',
  async (name, signal) => {
    const { port } = silent.address() as AddressInfo
    const connected = once(silent, 'connection')
    const child = startGuichet([name, ...(words[name] ?? [])], {
      ...process.env,
      DATABASE_URL: `postgres://guichet@127.0.0.1:${port}/guichet`,
      DATA_DIR: folder,
    })
    const ended = finish(child)
    await Promise.race([connected, ended])
    child.kill(signal)
    const { code, err } = await ended
    expect({ code, err }).toEqual({
      code: 128 + constants.signals[signal],
      err: expect.stringMatching(new RegExp(`^\\nInterrupted \\(${signal}\\)\\.( [^\\n]+)?\\n$`)),
    })
  },
  60_000,
)
