import { getTranslations } from 'next-intl/server'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { describeDetails } from '@/components/application-details'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import type { findApplicationEntry } from '@/lib/applications/directory'
import { limitOf } from '@/lib/applications/rate-limit'
import type { SupportDetails } from '@/lib/lifecycle/support-view'

type Entry = NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>

/** The contents of the application's own page, without people and without secrets. */
export async function Details({
  application,
  secrets,
}: {
  application: Entry
  secrets: SupportDetails['secrets']
}) {
  const t = await getTranslations('administration.support')
  const all = await getTranslations('administration.applications')
  const { authUrl, baseUrl } = gatewayAddresses(application.environment)
  const limit = limitOf(application)
  const items = [
    ...(await describeDetails(application)),
    { term: all('clientId'), value: <code className="text-xs">{application.clientId}</code> },
    { term: 'auth_url', value: <code className="text-xs">{authUrl}</code> },
    { term: 'base_url', value: <code className="text-xs">{baseUrl}</code> },
    { term: all('created'), value: <Moment at={application.createdAt} /> },
    { term: t('team'), value: t('people', { count: application.members.length }) },
    { term: t('limit'), value: limit === 0 ? t('noLimit') : t('perMinute', { limit }) },
    ...secrets.map((secret) => ({ term: t('secret'), value: <Secret secret={secret} key={secret.id} /> })),
  ]
  return (
    <Card title={all('about')}>
      <DefinitionList items={items} />
    </Card>
  )
}

async function Secret({
  secret: { createdAt, lastUsedAt, retiresAt },
}: {
  secret: SupportDetails['secrets'][number]
}) {
  const t = await getTranslations('administration.support')
  return (
    <ul className="grid gap-1">
      <li>{t.rich('secretCreated', { when: () => <Moment at={createdAt} /> })}</li>
      <li>
        {lastUsedAt ? t.rich('secretUsed', { when: () => <Moment at={lastUsedAt} /> }) : t('secretUnused')}
      </li>
      {retiresAt && <li>{t.rich('secretRetires', { when: () => <Moment at={retiresAt} /> })}</li>}
    </ul>
  )
}
