import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ends: (() => void)[] = []

/** A new folder, which is removed at the end of the test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Has the server listen on loopback until the end of the test file, unless the test closes it. @returns its port */
export async function listenOnFreePort(server: Server, port = 0): Promise<number> {
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  ends.push(() => {
    server.close()
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)()
  })
  return (server.address() as AddressInfo).port
}

/** After all else in the test file. */
export function releaseResources(): void {
  for (const end of ends.splice(0)) end()
}
