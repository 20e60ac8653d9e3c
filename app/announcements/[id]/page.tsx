import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AnnouncementPeriod, KindBadge } from '@/components/announcements'
import { DefinitionList } from '@/components/ui/definition-list'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import type { Announcement } from '@/generated/prisma/client'
import { getLocale } from '@/i18n/current-locale'
import { findPublished } from '@/lib/announcements/queries'
import { type DeprecableEndpoint, deprecableEndpoints } from '@/lib/announcements/schema'
import { localised } from '@/lib/translations'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const announcement = await findPublished((await params).id)
  return { title: announcement ? localised(announcement, 'title', await getLocale()) : undefined }
}

/** One announcement, for everyone; of a withdrawn one only that it was. */
export default async function AnnouncementPage({ params }: Props) {
  const announcement = await findPublished((await params).id)
  if (!announcement) notFound()
  const t = await getTranslations('announcements')
  const locale = await getLocale()
  const { kind, withdrawnAt } = announcement
  return (
    <article className="max-w-prose">
      <PageHeader title={localised(announcement, 'title', locale)} badges={<KindBadge kind={kind} />} />
      {withdrawnAt ? (
        <Notice title={t('withdrawnTitle')}>
          <p>{t.rich('withdrawnOn', { at: () => <Moment at={withdrawnAt} /> })}</p>
        </Notice>
      ) : (
        <div className="grid gap-6">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">
            {localised(announcement, 'text', locale)}
          </p>
          <Facts announcement={announcement} />
        </div>
      )}
    </article>
  )
}

async function Facts({ announcement }: { announcement: Announcement }) {
  const t = await getTranslations('announcements')
  const { endpoint, sunsetOn, startsAt, endsAt, publishedAt } = announcement
  return (
    <div>
      <DefinitionList
        items={
          endpoint && sunsetOn
            ? [
                {
                  term: t('endpoint'),
                  value: <code>{deprecableEndpoints[endpoint as DeprecableEndpoint]}</code>,
                },
                { term: t('deprecatedFrom'), value: <Moment at={startsAt} /> },
                { term: t('sunset'), value: <Moment at={sunsetOn} as="date" /> },
                { term: t('publishedAt'), value: <Moment at={publishedAt} /> },
              ]
            : [
                { term: t('when'), value: <AnnouncementPeriod announcement={{ startsAt, endsAt }} /> },
                { term: t('publishedAt'), value: <Moment at={publishedAt} /> },
              ]
        }
      />
    </div>
  )
}
