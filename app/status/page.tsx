import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Refresh } from '@/components/ui/refresh'
import { TextLink } from '@/components/ui/text-link'
import type { Announcement } from '@/generated/prisma/client'
import { localised } from '@/i18n/locale'
import { listPublishedAnnouncements } from '@/lib/announcements/queries'
import { databasePool } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { findLateBalances } from '@/lib/feed/queries'
import { findStatus } from '@/lib/status/queries'
import { type ServiceStatus, statusDays } from '@/lib/status/schema'
import { Announcements, phaseOf } from './announcements'
import { Outages } from './outages'
import { Service } from './service'

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
  const expected = getSettings().FEED_EXPECTED_SECONDS
  const [status, announcements, late] = await Promise.all([
    findStatus(),
    listPublishedAnnouncements(),
    expected ? findLateBalances(databasePool(), expected) : null,
  ])
  return (
    <>
      <PageHeader title={t('title')}>{t('lead')}</PageHeader>
      <Refresh seconds={60} />
      <div className="grid gap-10">
        <Verdict
          status={status}
          current={announcements.filter((each) => phaseOf(each) === 'current')}
          isLate={late !== null}
        />
        {late && (
          <Notice tone="warning" title={t('balancesLate')} role="status">
            {late.newestAsOf &&
              t.rich('newestBalance', { when: () => <Moment at={late.newestAsOf as Date} /> })}
          </Notice>
        )}
        <div className="grid gap-5">
          {status.map((each) => (
            <Service key={each.service} status={each} />
          ))}
          <p className="-mt-3 flex justify-between text-muted text-xs" aria-hidden="true">
            <span>{t('first', { days: statusDays })}</span>
            <span>{t('last')}</span>
          </p>
        </div>
        <Announcements announcements={announcements} />
        <Outages status={status} />
      </div>
    </>
  )
}

type VerdictProps = { status: ServiceStatus[]; current: Announcement[]; isLate: boolean }

/** The worst of what the checks say and what was announced: an incident may be one that no check sees. */
async function Verdict({ status, current, isLate }: VerdictProps) {
  const t = await getTranslations('status')
  const down = status.filter(({ state }) => state === 'down')
  const incident = current.filter(({ kind }) => kind === 'incident')
  const maintenance = current.filter(({ kind }) => kind === 'maintenance')
  if (status.some(({ state }) => state === 'unknown'))
    return (
      <Notice tone="warning" title={t('unknown')} role="status">
        {t('noCheck')}
      </Notice>
    )
  if (down.length > 0)
    return (
      <Notice tone="danger" title={t('someDown')} role="status">
        {down.map(({ service }) => t(`service.${service}`)).join(', ')}
      </Notice>
    )
  if (incident.length > 0) return <Announced tone="danger" title={t('incident')} announcements={incident} />
  if (maintenance.length > 0)
    return <Announced tone="warning" title={t('maintenance')} announcements={maintenance} />
  return isLate ? null : <Notice tone="success" title={t('allReady')} role="status" />
}

type AnnouncedProps = Pick<ComponentProps<typeof Notice>, 'tone' | 'title'> & {
  announcements: Announcement[]
}

async function Announced({ announcements, ...look }: AnnouncedProps) {
  const locale = await getLocale()
  return (
    <Notice {...look} role="status">
      <ul>
        {announcements.map((each) => (
          <li key={each.id}>
            <TextLink href={`/announcements/${each.id}`}>{localised(each, 'title', locale)}</TextLink>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
