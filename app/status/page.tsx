import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Refresh } from '@/components/validation/refresh'
import { findStatus } from '@/lib/status/queries'
import type { ServiceStatus } from '@/lib/status/schema'
import { Announcements } from './announcements'
import { Outages } from './outages'
import { ServiceCard } from './service-card'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('status')
  const types = {
    'application/atom+xml': '/announcements.atom',
    'application/feed+json': '/announcements.json',
  }
  return { title: t('title'), description: t('lead'), alternates: { types } }
}

/** The public status of the service, now and in the past: words and minutes only, no internal details. */
export default async function StatusPage() {
  const t = await getTranslations('status')
  const status = await findStatus().catch(() => null)
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <Refresh seconds={60} />
      <div className="grid gap-6">
        {status ? <Verdict status={status} /> : <NoDatabase />}
        {status && <Announcements />}
        {status?.map((each) => (
          <ServiceCard key={each.service} status={each} />
        ))}
        {status && <Outages status={status} />}
      </div>
    </>
  )
}

async function NoDatabase() {
  const t = await getTranslations('status')
  return (
    <Notice tone="danger" title={t('someDown')} role="status">
      {t('noDatabase')}
    </Notice>
  )
}

async function Verdict({ status }: { status: ServiceStatus[] }) {
  const t = await getTranslations('status')
  const silent = status.some(({ state }) => state === 'unknown')
  if (silent)
    return (
      <Notice tone="warning" title={t('unknown')} role="status">
        {t('noCheck')}
      </Notice>
    )
  const down = status.filter(({ state }) => state === 'down')
  if (down.length === 0) return <Notice tone="success" title={t('allReady')} role="status" />
  return (
    <Notice tone="danger" title={t('someDown')} role="status">
      {down.map(({ service }) => t(`service.${service}`)).join(', ')}
    </Notice>
  )
}
