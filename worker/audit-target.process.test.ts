import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '@/scripts/launch/root'
import { createCertificate } from '@/test/certificate'
import { runNode, script } from '@/test/guichet'
import { listenOnFreePort, temporaryFolder } from '@/test/resources'
import { openAuditTarget } from './audit-target'

const folder = temporaryFolder()
const file = join(folder, 'audit.jsonl')
const sockets: Socket[] = []
/** More than the buffers of two sockets hold. */
const large = Array.from({ length: 500 }, () => JSON.stringify({ text: 'x'.repeat(20_000) }))
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

test('a line that a crash cut off is ended, so that the next one can be read', async () => {
  const send = openAuditTarget(`file://${file}`)
  writeFileSync(file, '{"a":1}\n{"b":')
  await send(['{"b":2}', '{"c":3}'])
  await send(['{"d":4}'])
  expect(readFileSync(file, 'utf8')).toBe('{"a":1}\n{"b":\n{"b":2}\n{"c":3}\n{"d":4}\n')
})

test('a batch that does not fit on the disk leaves no part of it, and the next one that fits is written', () => {
  rmSync(file, { force: true })
  const program = `
    import { openAuditTarget } from '@/worker/audit-target'
    const send = openAuditTarget('file://${file}')
    const line = JSON.stringify({ text: 'x'.repeat(300) })
    await send([line])
    console.log(await send(Array(10).fill(line)).catch(({ code }) => code))
    await send([line])`
  // Files of this shell and its program end at 1,024 bytes, as if the disk did.
  const limited = [
    '-c',
    'ulimit -f 2; exec "$0" "$@"',
    process.execPath,
    '--import',
    'tsx',
    ...script(program),
  ]
  const env = { ...process.env, TSX_DISABLE_CACHE: '1' }
  expect(execFileSync('sh', limited, { cwd: projectRoot, env, encoding: 'utf8' })).toBe('EFBIG\n')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).text.length)).toEqual([300, 300])
})

test('a syslog server that closes before it has everything fails the batch', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => {}).pause())
    socket.end()
  })
  const port = await listenOnFreePort(server)
  await expect(openAuditTarget(`syslog+tcp://127.0.0.1:${port}`, 10_000)(large)).rejects.toThrow(
    `127.0.0.1:${port} closed the connection too early`,
  )
  server.close()
})

test.each([
  ['takes nothing', (socket: Socket) => void socket.pause()],
  ['takes everything and never ends its side', (socket: Socket) => void socket.resume()],
])('a syslog server that %s fails the batch in time', async (_, behave) => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => {}))
    behave(socket)
  })
  const port = await listenOnFreePort(server)
  await expect(openAuditTarget(`syslog+tcp://127.0.0.1:${port}`, 200)(large)).rejects.toThrow(
    `127.0.0.1:${port} did not take the entries within 0.2 s`,
  )
  server.close()
})

test('a certificate of NODE_EXTRA_CA_CERTS is trusted, and the record arrives', async () => {
  const own = mkdtempSync(join(folder, 'trusted-'))
  const { cert, key, certPath } = createCertificate(own, 'localhost', [
    '-addext',
    'subjectAltName=DNS:localhost',
  ])
  const received: Buffer[] = []
  const server = createTlsServer({ cert, key }, (socket) => socket.on('data', (part) => received.push(part)))
  const port = await listenOnFreePort(server)
  const program = `
    import { openAuditTarget } from '@/worker/audit-target'
    await openAuditTarget('syslog+tls://localhost:${port}')(['{"at":"2026-11-23T09:00:00.000Z"}'])`
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: certPath }
  expect(await runNode(['--import', 'tsx', ...script(program)], env)).toMatchObject({ code: 0, err: '' })
  server.close()
  expect(Buffer.concat(received).toString()).toMatch(
    /^\d+ <109>1 2026-11-23T09:00:00\.000Z \S+ guichet \d+ audit - \{/,
  )
})

test('a certificate that is not trusted is refused before anything is sent', async () => {
  const { cert, key } = createCertificate(folder, 'localhost')
  const received: Buffer[] = []
  const server = createTlsServer({ cert, key }, (socket) =>
    socket.on('data', (part) => received.push(part)),
  ).on('tlsClientError', () => {})
  const port = await listenOnFreePort(server)
  await expect(openAuditTarget(`syslog+tls://localhost:${port}`)(['{}'])).rejects.toThrow('self-signed')
  server.close()
  expect(received).toEqual([])
})
