import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTarget } from '@/scripts/check/folders'
import { openRaw } from '@/test/raw-http'
import { metricsAddresses, portal } from './support/addresses'
import { expect, test } from './support/fixtures'
import { malformedRequests, sendMalformed } from './support/malformed'

// A stranger's requests, byte by byte. logs.teardown.ts finds the errors that they logged.

const port = Number(new URL(portal).port)

test('what the sender sent wrongly is a 4xx on every route, and no failure of the portal', async () => {
  const before = await countFailures()
  for (const path of [
    '/',
    '/sign-in',
    '/does-not-exist',
    '/applications',
    '/docs',
    '/oidc/link',
    '/robots.txt',
    '/favicon.ico',
    '/_global-error',
  ])
    for (const request of malformedRequests(path, findAction())) {
      const connection = await openRaw(port)
      sendMalformed(connection, request)
      const { status, headers, body } = await connection.read()
      connection.close()
      const what = `${path}: ${request.what}`
      expect(status, what).toBeLessThan(500)
      expect(body, what).not.toMatch(/^(Internal Server Error|Bad Request)/)
      if (status === 400 && !request.headers.some((each) => each.startsWith('Next-Action')))
        expect(headers['content-type'], what).toBe('text/html; charset=utf-8')
    }
  expect(await countFailures()).toBe(before)
})

test('an upload that breaks off is none either, whichever route it was for', async ({ page }) => {
  const before = await countFailures()
  const uploads = [
    '/applications/x/validation/documents',
    '/organisations/x/documents',
    '/administration/accounts/upload',
  ]
  for (const path of ['/sign-in', '/does-not-exist', '/administration/branding', ...uploads]) {
    const connection = await openRaw(port)
    const head = [`POST ${path} HTTP/1.1`, 'Host: a', `Origin: ${portal}`, 'Content-Length: 999']
    const type = 'Content-Type: multipart/form-data; boundary=abc'
    connection.send(
      `${[...head, type].join('\r\n')}\r\n\r\n--abc\r\nContent-Disposition: form-data; name="a"`,
    )
    connection.socket.end()
    await connection.closed
  }
  await page.goto('/')
  expect(await countFailures()).toBe(before)
})

/** The id of an action that anyone may call, as the build has it. */
function findAction(): string {
  const file = join(buildTarget.distDir, 'server', 'server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as {
    node: Record<string, { filename: string; exportedName: string }>
  }
  const found = Object.entries(node).find(([, { exportedName }]) => exportedName === 'signIn')
  if (!found) throw new Error('The build has no action to sign in.')
  return found[0]
}

async function countFailures(): Promise<number> {
  const metrics = await (await fetch(`${metricsAddresses[0]}/metrics`)).text()
  const counts = metrics.matchAll(/^guichet_portal_responses_total\{.*status="5xx"\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
