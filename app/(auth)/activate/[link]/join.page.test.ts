import { beforeAll, expect, test } from 'vitest'
import { inviteToTeam } from '@/lib/applications/invite'
import { database } from '@/lib/database'
import { lastLink } from '@/scripts/launch/data'
import { callAction } from '@/test/access/next-request'
import { goodPassword, someEmail } from '@/test/developers'
import { createDeveloper, type Developer } from '@/test/factories'
import { formOf } from '@/test/forms'
import { withOwnDatabase } from '@/test/own-database'
import { createShop } from '@/test/team'

withOwnDatabase()
let owner: Developer
let shop: string

beforeAll(async () => {
  owner = await createDeveloper()
  shop = await createShop(owner)
})

async function invite(email: string): Promise<string> {
  const invited = await inviteToTeam(shop, { email, role: 'member' }, owner)
  if (!invited.ok) throw new Error(invited.reason)
  return lastLink(email)
}

async function send(action: string, fields: Record<string, string>) {
  return callAction(null, `app/(auth)/${action}`, [{}, formOf(fields)])
}

/** Signs up through an invitation's link, and activates with the link that is mailed then. */
async function signUp(email: string, invitation: string, box: object) {
  await send('sign-up/actions.ts signUp', { email, invitation })
  const [link = '', query] = (await lastLink(email)).split('?')
  expect(query).toBe(`invitation=${invitation}`)
  return send('activate/[link]/actions.ts activateOwnAccount', {
    link,
    password: goodPassword,
    invitation,
    ...box,
  })
}

const isMember = async (email: string) =>
  (await database().applicationMember.count({ where: { applicationId: shop, developer: { email } } })) === 1

test('who signs up through an invitation’s link joins by leaving its box ticked', async () => {
  const [joins, waits] = [someEmail(), someEmail()]
  const joined = await signUp(joins, await invite(joins), { join: 'on' })
  expect(decodeURIComponent(joined.redirect ?? '')).toContain(`/applications/${shop}/team?done=joined`)
  const waited = await signUp(waits, await invite(waits), {})
  expect(waited.redirect).not.toContain(shop)
  expect([await isMember(joins), await isMember(waits)]).toEqual([true, false])
})

test('an invitation to another address joins no one', async () => {
  const email = someEmail()
  const other = await signUp(email, await invite(someEmail()), { join: 'on' })
  expect(other.redirect).not.toContain(shop)
  expect(await isMember(email)).toBe(false)
})
