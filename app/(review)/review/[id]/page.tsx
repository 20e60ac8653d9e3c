import { Archive } from 'lucide-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { titled } from '@/app/_request/titled'
import { Due } from '@/app/_validation/due'
import { History, timelineOf } from '@/app/_validation/history'
import { revisionEvents } from '@/app/_validation/revision-events'
import type { Query } from '@/components/query'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { StateBadge } from '@/components/state-badge'
import { Badge } from '@/components/ui/badge'
import { DownloadLink } from '@/components/ui/download-link'
import { Section } from '@/components/ui/section'
import { ownerOf } from '@/lib/applications/landing'
import { isInReview } from '@/lib/applications/states'
import { findReview, type Review } from '@/lib/validation/queries'
import { subjectOf } from '@/lib/validation/submission-subject'
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
    <StaffShell current="queue" narrow {...(await describeHead(review))}>
      <Cover review={review} />
      <div className="dossier flex flex-col gap-6">
        <div className="no-print grid gap-6 empty:hidden">
          <Notices {...{ review, reviewer, query }} />
        </div>
        {(!isInReview(review.submission.state) || query.done === 'first_approval') && (
          <NextSubmission submission={review.submission} />
        )}
        <Decision
          {...{ review, reviewer }}
          report={application && <Rehearsal submissionId={review.submission.id} />}
          talk={
            <>
              <Talk {...{ review, reviewer }} />
              <Decisions review={review} />
            </>
          }
          facts={<AllFacts {...{ review, reviewer }} />}
        />
      </div>
    </StaffShell>
  )
}

async function describeHead({ submission }: Review) {
  const t = await getTranslations('review')
  const { application, organisation, revision } = submission
  const state = application?.state ?? organisation?.state
  return {
    title: subjectOf(submission).name,
    above: { href: '/review', label: t('title') },
    environment: application ? ('production' as const) : undefined,
    beside: application && <EnvironmentToggle current="production" />,
    badges: (
      <>
        {organisation && <Badge tone="info">{t('table.organisation')}</Badge>}
        {state && <StateBadge state={state} />}
        {revision && <Badge>{t('table.revision')}</Badge>}
      </>
    ),
    lead: isInReview(submission.state) && (
      <>
        {t('one.due')} <Due {...submission} />
      </>
    ),
    actions: (
      <>
        <Neighbours submission={submission} />
        <DownloadLink href={`/review/${submission.id}/export`} icon={Archive} size="small">
          {t('export')}
        </DownloadLink>
      </>
    ),
  }
}

async function AllFacts({ review, reviewer }: { review: Review; reviewer: CurrentDeveloper }) {
  const t = await getTranslations('review')
  const { submission } = review
  return (
    <>
      {submission.organisation ? (
        <OrganisationFacts submission={submission} organisation={submission.organisation} />
      ) : (
        <Facts review={review} />
      )}
      {isInReview(submission.state) && <Claim review={review} reviewer={reviewer} />}
      {submission.organisation && reviewer.role === 'administrator' && (
        <Suspension review={review} organisation={submission.organisation} />
      )}
      {submission.application && <Evidence developerId={ownerOf(submission.application).id} />}
      <Section title={t('history')}>
        <History transitions={[...timelineOf(submission), ...revisionEvents(review.revisions)]} />
      </Section>
    </>
  )
}
