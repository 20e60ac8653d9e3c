import { Archive } from 'lucide-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, requireReviewer } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { EnvironmentBadge } from '@/components/environment-badge'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DownloadLink } from '@/components/ui/download-link'
import { PageHeader } from '@/components/ui/page-header'
import { History, timelineOf } from '@/components/validation/history'
import { revisionEvents } from '@/components/validation/revision-events'
import { findReview, type Review } from '@/lib/validation/queries'
import { subjectOf } from '@/lib/validation/submission-subject'
import { Claim } from './claim'
import { Decision } from './decision'
import { Decisions } from './decisions'
import { Evidence } from './evidence'
import { Facts } from './facts'
import { Notices } from './notices'
import { OrganisationFacts } from './organisation-facts'
import { Rehearsal } from './rehearsal'
import { Suspension } from './suspension'
import { Talk } from './talk'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = titled('review')

export default async function ReviewPage({ params, searchParams }: Props) {
  const reviewer = await requireReviewer()
  const review = await findReview((await params).id, reviewer.id)
  if (!review) notFound()
  const { application, organisation } = review.submission
  const subject = subjectOf(review.submission)
  const state = application?.state ?? organisation?.state
  const t = await getTranslations('review')
  return (
    <>
      <PageHeader
        title={subject.name}
        breadcrumbs={[{ href: '/review', label: t('title') }]}
        badges={
          <>
            {application ? (
              <EnvironmentBadge environment="production" />
            ) : (
              <Badge tone="info">{t('table.organisation')}</Badge>
            )}
            {state && <StateBadge state={state} />}
            {review.submission.revision && <Badge>{t('table.revision')}</Badge>}
          </>
        }
        actions={
          <DownloadLink href={`/review/${review.submission.id}/export`} icon={Archive}>
            {t('export')}
          </DownloadLink>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <Notices review={review} query={await searchParams} />
        <Decision review={review} reviewer={reviewer} />
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="grid min-w-0 gap-6">
            {application && <Rehearsal submissionId={review.submission.id} />}
            <Talk review={review} reviewer={reviewer} />
          </div>
          <Aside review={review} reviewer={reviewer} />
        </div>
      </div>
    </>
  )
}

async function Aside({ review, reviewer }: { review: Review; reviewer: CurrentDeveloper }) {
  const t = await getTranslations('review')
  const { submission } = review
  return (
    <aside className="grid min-w-0 gap-6">
      {submission.organisation ? (
        <OrganisationFacts submission={submission} organisation={submission.organisation} />
      ) : (
        <Facts review={review} />
      )}
      {submission.state === 'in_validation' && <Claim review={review} reviewer={reviewer} />}
      <Decisions review={review} />
      {submission.organisation && reviewer.role === 'administrator' && (
        <Suspension review={review} organisation={submission.organisation} administrator={reviewer} />
      )}
      {submission.application && <Evidence developerId={submission.application.developer.id} />}
      <Card title={t('history')}>
        <History transitions={[...timelineOf(submission), ...revisionEvents(review.revisions)]} />
      </Card>
    </aside>
  )
}
