import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { createApplication, createDeveloper } from '@/test/factories'
import { readOutbox } from '@/test/outbox'
import { withOwnDatabase } from '@/test/own-database'
import { mailAlerts } from './mails'

const { owner } = withOwnDatabase({ as: 'worker' })

test('every administrator is mailed an alert once, each in their language', async () => {
  await createDeveloper({ email: 'en@example.org', role: 'administrator' }, owner)
  await createDeveloper({ email: 'fr@example.org', role: 'administrator', locale: 'fr' }, owner)
  await createDeveloper({ email: 'reviewer@example.org', role: 'reviewer' }, owner)
  const application = await createApplication(owner, { name: 'Groping' })
  await owner.query(
    `INSERT INTO operator_alert (id, kind, application_id, hour, detail)
     VALUES ($1, 'account_enumeration', $2, date_trunc('hour', now()), '{"address": "192.0.2.1", "limit": 100}')`,
    [newId(), application.id],
  )
  expect(await mailAlerts()).toBe(1)
  expect(await mailAlerts()).toBe(0)
  const [english, ...more] = await readOutbox('en@example.org')
  expect(more).toEqual([])
  expect(english).toMatchObject({
    template: 'operator-alert',
    locale: 'en',
    props: {
      alert: 'account_enumeration',
      applicationName: 'Groping',
      detail: 'limit: 100, address: 192.0.2.1',
    },
  })
  expect((await readOutbox('fr@example.org'))[0]).toMatchObject({ locale: 'fr', template: 'operator-alert' })
  expect(await readOutbox('reviewer@example.org')).toEqual([])
})
