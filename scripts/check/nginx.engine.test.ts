import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddressReader } from '@/lib/caller-address'
import { waitUntil } from '@/lib/timeout'
import { createPortalServer } from '@/portal/server'
import { createCertificate } from '@/test/certificate'
import { createAccount, createClient } from '@/test/factories'
import { fetchToken, type TestGateway, withGateways } from '@/test/gateway'
import { isMissing } from '@/test/programs'
import { temporaryFolder } from '@/test/resources'
import { projectRoot } from '../launch/root'
import { findDebianProgram } from './debian'
import { findFreePorts } from './ports'

const caller = '127.0.0.2'
const proxies = ['127.0.0.1']

describe.skipIf(isMissing('nginx'))('ops/nginx.conf in front of the product (needs nginx)', () => {
  const { owner, start } = withGateways()
  const folder = temporaryFolder()
  let nginx: ChildProcess
  let portal: Server
  let ports: number
  let sandbox: TestGateway

  beforeAll(async () => {
    sandbox = await start({ trustedProxies: proxies })
    portal = createPortalServer({
      database: { isReachable: async () => true, readiness: async () => ({ ready: true }) },
      logger: pino({ level: 'silent' }),
      readAddress: createAddressReader(proxies),
      render: async ({ headers }, response) => {
        response.end(String(headers['x-guichet-caller']))
      },
    })
    await once(portal.listen(0, '127.0.0.1'), 'listening')
    ports = await findFreePorts(3)
    nginx = startNginx((portal.address() as AddressInfo).port)
    await waitUntil(async () => (await send('developer', '/').catch(() => null))?.status === 200, 20_000, 50)
  })

  afterAll(async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGQUIT')
    await ended
  })

  /** The example with this test's ports and certificate, and what Debian's main file has around it. */
  function startNginx(portalPort: number): ChildProcess {
    const { certPath, keyPath } = createCertificate(folder, 'guichet.test')
    const example = readFileSync(join(projectRoot, 'ops/nginx.conf'), 'utf8')
      .replace('127.0.0.1:3000', `127.0.0.1:${portalPort}`)
      .replace('127.0.0.1:4001', `127.0.0.1:${sandbox.port}`)
      .replace('127.0.0.1:4002', `127.0.0.1:${ports + 2}`)
      .replace('listen 80 ', `listen 127.0.0.1:${ports} `)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${ports + 1} `)
      .replace('/etc/ssl/guichet/chain.pem', certPath)
      .replace('/etc/ssl/guichet/key.pem', keyPath)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    writeFileSync(
      join(folder, 'nginx.conf'),
      `load_module /usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so;
      daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${example} }`,
    )
    return spawn(findDebianProgram('nginx') as string, ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: 'ignore',
    })
  }

  type Answer = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }

  function send(
    host: 'developer' | 'sandbox' | 'api',
    path: string,
    authorization?: string,
  ): Promise<Answer> {
    const headers = { host: `${host}.example.com`, ...(authorization && { authorization }) }
    const options = { host: '127.0.0.1', port: ports + 1, localAddress: caller, rejectUnauthorized: false }
    return new Promise((resolve, reject) => {
      request({ ...options, path, headers, agent: false }, async (response) => {
        const body = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode, headers: response.headers, body })
      })
        .on('error', reject)
        .end()
    })
  }

  test('the portal and the gateway see the caller’s address', async () => {
    expect((await send('developer', '/')).body).toBe(caller)
  })

  test('a balance arrives with the gateway’s own headers and without those of nginx', async () => {
    const client = await createClient(owner)
    await createAccount(owner, '221771234567')
    const bearer = `Bearer ${await fetchToken(sandbox, client)}`
    const answer = await send('sandbox', '/api/eWallet/v1/account?msisdn=%2B221771234567', bearer)
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.server).toBeUndefined()
  })

  test('paths reach the gateway as they were sent', async () => {
    for (const path of ['/api//eWallet/v1/account', '/api/eWallet/v1/account/', '/api/x/../eWallet'])
      expect((await send('sandbox', path)).headers['content-type'], path).toBe('application/problem+json')
  })

  test('an unknown host name is a 404, and plain HTTP is redirected', async () => {
    expect((await send('unknown' as never, '/')).status).toBe(404)
    const plain = await fetch(`http://127.0.0.1:${ports}/docs?q=1`, { redirect: 'manual' })
    expect(plain.status).toBe(308)
    expect(plain.headers.get('location')).toBe('https://127.0.0.1/docs?q=1')
  })

  test('while a gateway is away, callers learn when to retry', async () => {
    const answer = await send('api', '/oauth/token')
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    expect(JSON.parse(answer.body)).toEqual({ error: 'temporarily_unavailable' })
  })

  test('while the portal is away, its visitors get a page in both languages', async () => {
    portal.close()
    portal.closeAllConnections()
    const page = await send('developer', '/applications')
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toMatch(
      /<html lang="en">[\s\S]*The portal is restarting[\s\S]*lang="fr">Le portail redémarre/,
    )
  })
})
