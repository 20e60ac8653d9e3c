import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitUntil } from '@/lib/timeout'
import { findDebianProgram } from '@/scripts/check/debian'
import { findFreePorts } from '@/scripts/check/ports'
import { createCertificate } from '@/test/certificate'
import { runNode, script } from '@/test/guichet'
import { isMissing } from '@/test/programs'
import { listenOnFreePort, temporaryFolder } from '@/test/resources'
import { openAuditTarget } from './audit-target'

const folder = temporaryFolder()

describe.skipIf(isMissing('rsyslogd'))('rsyslog (needs rsyslog)', () => {
  let daemon: ChildProcess
  let port: number
  const output = join(folder, 'received')

  beforeAll(async () => {
    port = await findFreePorts(1)
    const config = join(folder, 'rsyslog.conf')
    writeFileSync(
      config,
      `global(workDirectory="${folder}" maxMessageSize="64k")
module(load="imtcp")
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="parts" type="string" string="%pri% %app-name% %msgid% %msg%\\n")
action(type="omfile" file="${output}" template="parts")
`,
    )
    daemon = spawn(findDebianProgram('rsyslogd') as string, ['-n', '-f', config, '-i', join(folder, 'pid')], {
      stdio: 'ignore',
    })
  })
  afterAll(async () => {
    const ended = once(daemon, 'exit')
    daemon.kill()
    await ended
  })

  test('reads each record whole, however long, with its text as sent', async () => {
    const send = openAuditTarget(`syslog+tcp://127.0.0.1:${port}`)
    const lines = ['{"a":"é\\n"}', `{"long":"${'x'.repeat(20_000)}"}`]
    expect(
      await waitUntil(
        () =>
          send(lines).then(
            () => true,
            () => false,
          ),
        20_000,
        100,
      ),
    ).toBe(true)
    expect(
      await waitUntil(() => existsSync(output) && readFileSync(output, 'utf8').endsWith('}\n'), 20_000, 50),
    ).toBe(true)
    const received = readFileSync(output, 'utf8').trimEnd().split('\n')
    expect(received).toEqual(lines.map((line) => `109 guichet audit ${line}`))
  })
})

test('a certificate of NODE_EXTRA_CA_CERTS is trusted, and the record arrives', async () => {
  const own = mkdtempSync(join(folder, 'trusted-'))
  const { cert, key, certPath } = createCertificate(own, 'localhost', [
    '-addext',
    'subjectAltName=DNS:localhost',
  ])
  const received: Buffer[] = []
  const server = createServer({ cert, key }, (socket) => socket.on('data', (part) => received.push(part)))
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
  const server = createServer({ cert, key }, (socket) => socket.on('data', (part) => received.push(part))).on(
    'tlsClientError',
    () => {},
  )
  const port = await listenOnFreePort(server)
  await expect(openAuditTarget(`syslog+tls://localhost:${port}`)(['{}'])).rejects.toThrow('self-signed')
  server.close()
  expect(received).toEqual([])
})
