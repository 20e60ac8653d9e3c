import type { Locator, Page } from '@playwright/test'
import { revealSecret } from '@/lib/credentials/client-secret'
import { database } from '@/lib/database'
import { succeed } from '@/lib/result'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import { executeAs } from '@/scripts/launch/execute-as'
import { portSettings } from './addresses'
import { connectToProduct } from './installation'
import { idIn } from './setting'
import type { SignedIn } from './sign-in'

const sandbox = `http://localhost:${portSettings.SANDBOX_PORT}`

/** Passes `token`, `active_account` and `unknown_account`. @returns the request id of the 404 */
export async function callSandbox({ id }: SignedIn, path: string): Promise<string> {
  connectToProduct()
  const applicationId = idIn(path)
  const { clientId } = await database().application.findUniqueOrThrow({ where: { id: applicationId } })
  const revealed = await succeed(
    executeAs({ id, role: 'developer' }, revealSecret, { target: applicationId }),
  )
  const credentials = Buffer.from(`${clientId}:${revealed}`).toString('base64')
  const issued = await fetch(`${sandbox}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token: token } = (await issued.json()) as { access_token: string }
  const read = (msisdn: string) =>
    fetch(`${sandbox}/api/eWallet/v1/account?msisdn=${msisdn}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const found = await read(firstCallMsisdn)
  const missing = await read('999000000000')
  if (found.status !== 200 || missing.status !== 404)
    throw new Error(`The Sandbox responded ${found.status} and ${missing.status}.`)
  return missing.headers.get('x-request-id') ?? ''
}

/** A test case on a page, by its id. */
export function caseOn(page: Page, id: string): Locator {
  const listed = page.getByRole('listitem').filter({ has: page.getByText(id, { exact: true }) })
  return page.locator(`li#${id}`).or(listed).last()
}
