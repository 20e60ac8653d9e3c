import { Archive, ChevronRight } from 'lucide-react'
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
import { PageLink } from '@/components/ui/page-link'
import { History, timelineOf } from '@/components/validation/history'
import { revisionEvents } from '@/components/validation/revision-events'
import { ownerOf } from '@/lib/applications/landing'
import { findReview, type Review } from '@/lib/validation/queries'
import { subjectOf } from '@/lib/validation/submission-subject'
import { Due } from '../due'
import { Claim } from './claim'
import { Cover } from './cover'
import { Decision } from './decision'
import { Decisions } from './decisions'
import { Evidence } from './evidence'
import { Facts } from './facts'
import { Neighbours } from './neighbours'
import { NextSubmission } from './next-submission'
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
  const { application } = review.submission
  const query = await searchParams
  return (
    <>
      <Header submission={review.submission} />
      <Cover review={review} />
      <div className="dossier wide-page grid grid-cols-1 gap-6">
        <div className="no-print grid gap-6 empty:hidden">
          <Notices review={review} query={query} />
        </div>
        {(review.submission.state !== 'in_validation' || query.done === 'first_approval') && (
          <NextSubmission submission={review.submission} />
        )}
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

/** In one line, as documents need the height. */
async function Header({ submission }: Pick<Review, 'submission'>) {
  const t = await getTranslations('review')
  const common = await getTranslations('common')
  const { application, organisation, revision } = submission
  const { name } = subjectOf(submission)
  const state = application?.state ?? organisation?.state
  return (
    <header className="no-print -mt-2 mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 sm:-mt-6">
      <nav aria-label={common('breadcrumbs')} className="text-muted text-sm">
        <PageLink
          href="/review"
          className="inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline"
        >
          {t('title')}
          <ChevronRight className="size-3.5" aria-hidden="true" />
        </PageLink>
      </nav>
      <h1
        title={name}
        className="min-w-0 max-w-full text-xl [overflow-wrap:anywhere] lg:max-w-96 lg:truncate"
      >
        {name}
      </h1>
      {application ? (
        <EnvironmentBadge environment="production" />
      ) : (
        <Badge tone="info">{t('table.organisation')}</Badge>
      )}
      {state && <StateBadge state={state} />}
      {revision && <Badge>{t('table.revision')}</Badge>}
      {submission.state === 'in_validation' && (
        <span className="inline-flex items-center gap-1 text-sm">
          {t('one.due')} <Due {...submission} />
        </span>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Neighbours submission={submission} />
        <DownloadLink href={`/review/${submission.id}/export`} icon={Archive} size="small">
          {t('export')}
        </DownloadLink>
      </div>
    </header>
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
        <Suspension review={review} organisation={submission.organisation} />
      )}
      {submission.application && <Evidence developerId={ownerOf(submission.application).id} />}
      <Card title={t('history')}>
        <History transitions={[...timelineOf(submission), ...revisionEvents(review.revisions)]} />
      </Card>
    </aside>
  )
}
