import { beforeEach, expect, test } from 'vitest'
import { loadPage } from '@/test/access/load-page'
import { callAction } from '@/test/access/next-request'
import { withScene } from '@/test/access/scene'
import { createApplication } from '@/test/factories'
import { formOf } from '@/test/forms'

const folder = '(portal)/applications/[id]/delete'
const field = /<label for="name"[^>]*>Type the application’s name to confirm<\/label>/
const { owner: sql, scene } = withScene({ each: true })
let id: string

beforeEach(async () => {
  const developerId = scene.owner.id
  ;({ id } = await createApplication(sql, { environment: 'production', developerId, name: 'Payroll' }))
})

function load(application: string) {
  return loadPage(`${folder}/page`, { id: application }, scene.owner.claims)
}

function press(application: string, fields: Record<string, string>) {
  const form = formOf(fields)
  return callAction(scene.owner, `app/${folder}/actions.ts removeApplication`, [application, {}, form])
}

test('an active Production application asks for its name, and reports a wrong one next to the field', async () => {
  expect(await load(id)).toMatch(field)
  for (const fields of [{ name: 'Payrol' }, {}] as Record<string, string>[]) {
    const { answer } = await press(id, fields)
    expect(answer).toMatchObject({ errors: { name: 'That isn’t the name of the application.' } })
  }
  expect(await press(id, { name: 'Payroll' })).toMatchObject({ redirect: '/applications?done=deleted' })
})

test('a Sandbox application does not', async () => {
  const { applicationId } = scene.sandbox
  const page = await load(applicationId)
  expect(page).not.toMatch(field)
  expect(page).toMatch(/Client secret and tokens<.*(1 person|\d people)</s)
  expect(page).not.toMatch(/submission|0 test accounts|0 webhook/i)
  expect(await press(applicationId, {})).toMatchObject({ redirect: '/applications?done=deleted' })
})
