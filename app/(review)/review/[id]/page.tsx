import { Archive, ArrowRight, Check, ChevronLeft, ChevronRight } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { type CurrentDeveloper, requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { Due } from '@/app/_validation/due'
import { timelineOf, ValidationHistory } from '@/app/_validation/history'
import { revisionEvents } from '@/app/_validation/revision-events'
import { classNames } from '@/components/class-names'
import type { Query } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { CaseList } from '@/components/rehearsal/case-list'
import { rehearsalFacts } from '@/components/rehearsal/facts'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { StateBadge } from '@/components/state-badge'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { buttonLook } from '@/components/ui/button-look'
import { DateTime, formatDateTime } from '@/components/ui/date-time'
import { DefinitionList, FactList } from '@/components/ui/definition-list'
import { DownloadLink } from '@/components/ui/download-link'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { KeyCap } from '@/components/ui/radio-cards'
import { Section } from '@/components/ui/section'
import { getLocale } from '@/i18n/current-locale'
import { ownerOf } from '@/lib/applications/queries'
import { isInReview, outcomes } from '@/lib/applications/states'
import { describePerson } from '@/lib/identity/schema'
import { findOrganisationTransition } from '@/lib/organisations/states'
import { findSubmittedRehearsal } from '@/lib/rehearsals/queries'
import { findReview, findSandboxRecord, type Review } from '@/lib/validation/queries'
import { findNeighbouringSubmissions, findNext } from '@/lib/validation/queue'
import { subjectOf } from '@/lib/validation/submission-subject'
import { claimReview, reinstateReviewed, releaseReview, suspendReviewed } from './actions'
import { Decision } from './decision'
import { Decisions } from './decisions'
import { Facts } from './facts'
import { Notices } from './notices'
import { OrganisationFacts } from './organisation-facts'
import { ReviewConversation } from './talk'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

/** For the page and its title, which Next.js asks for apart from each other. */
const findOnce = cache(async (id: string) => findReview(id, (await requireReviewer()).id))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await findOnce((await params).id)
  return { title: found ? subjectOf(found.submission).name : undefined }
}

export default async function ReviewPage({ params, searchParams }: Props) {
  const reviewer = await requireReviewer()
  const review = await findOnce((await params).id)
  if (!review) notFound()
  const { application } = review.submission
  const query = await searchParams
  return (
    <StaffShell current="queue" narrow {...(await describeHead(review))}>
      <Cover review={review} />
      <div className="dossier flex flex-col gap-6">
        <div className="no-print grid gap-6 empty:hidden">
          {(!isInReview(review.submission.state) || query.done === 'first_approval') && (
            <Decided submission={review.submission} fresh={query.done !== undefined} />
          )}
          <Notices {...{ review, reviewer, query }} />
        </div>
        <Decision
          {...{ review, reviewer }}
          report={application && <Rehearsal submissionId={review.submission.id} />}
          talk={
            <>
              <ReviewConversation {...{ review, reviewer }} />
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

/** The way to the submissions before and after this one in the queue, with the keys for it. */
async function Neighbours({ submission }: Pick<Review, 'submission'>) {
  const t = await getTranslations('review.neighbours')
  const { previous, next } = await findNeighbouringSubmissions(submission.id)
  if (!previous && !next) return null
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-x-4 gap-y-2">
      {previous && (
        <Neighbour id={previous} hotkey="p" label={t('previous')}>
          <ChevronLeft aria-hidden="true" />
          {t('previousShort')}
        </Neighbour>
      )}
      {next && (
        <Neighbour id={next} hotkey="n" label={t('next')}>
          {t('nextShort')}
          <ChevronRight aria-hidden="true" />
        </Neighbour>
      )}
    </nav>
  )
}

type NeighbourProps = { id: string; hotkey: 'n' | 'p'; label: string; children: ReactNode }

/** @param props.label its whole name: there is room for one word of it */
function Neighbour({ id, hotkey, label, children }: NeighbourProps) {
  return (
    <span className="flex items-center gap-1.5">
      <ButtonLink
        href={`/review/${id}`}
        aria-label={label}
        variant="secondary"
        size="small"
        data-neighbour={hotkey}
        aria-keyshortcuts={hotkey}
      >
        {children}
      </ButtonLink>
      <KeyCap>{hotkey}</KeyCap>
    </span>
  )
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
      {isInReview(submission.state) && <Assignment review={review} reviewer={reviewer} />}
      {submission.organisation && reviewer.role === 'administrator' && (
        <Suspension review={review} organisation={submission.organisation} />
      )}
      {submission.application && <Evidence developerId={ownerOf(submission.application).id} />}
      <Section title={t('history')}>
        <ValidationHistory
          transitions={[...timelineOf(submission), ...revisionEvents(review.revisions)]}
          people={review.emails}
        />
      </Section>
    </>
  )
}

/** The developer's Sandbox activity: whether they have tested what they ask for. */
async function Evidence({ developerId }: { developerId: string }) {
  const t = await getTranslations('review.evidence')
  const format = await getFormatter()
  const record = await findSandboxRecord(developerId)
  const time = (date: Date | null) => (date ? <DateTime at={date} /> : t('never'))
  return (
    <Section title={t('title')} lead={record.applications === 0 ? t('none') : t('lead')}>
      {record.applications > 0 && (
        <FactList
          items={[
            { term: t('applications'), value: format.number(record.applications) },
            { term: t('tokens'), value: format.number(record.tokens) },
            { term: t('balances'), value: format.number(record.balances) },
            { term: t('errors'), value: format.number(record.errors) },
            { term: t('first'), value: time(record.firstCall) },
            { term: t('last'), value: time(record.lastCall) },
          ]}
        />
      )}
    </Section>
  )
}

/** After a decision: what came of it, under an arch that is lit for an approval, and the next submission. */
async function Decided({ submission, fresh }: Pick<Review, 'submission'> & { fresh: boolean }) {
  const t = await getTranslations('review')
  const { state, revision, organisation, application } = submission
  const isFirst = isInReview(state)
  const outcome = outcomes.find((each) => each === state)
  const approval = organisation ? 'verified' : revision ? 'revision_approved' : 'approved'
  const text = isFirst ? 'first_approval' : outcome === 'approved' ? approval : outcome
  const next = await findNext(submission.id)
  return (
    <section className="no-print grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-6 gap-y-4 max-sm:grid-cols-1">
      <div aria-hidden="true">
        <div
          className={classNames(
            'arch mx-2 grid h-20 w-18 place-items-center pt-2',
            outcome === 'approved' ? 'lit' : 'bg-raised',
          )}
        >
          {outcome === 'approved' && <Check className="size-7" strokeWidth={2.5} />}
        </div>
        <div className="ledge h-2" />
      </div>
      <div className="grid justify-items-start gap-3">
        <p role={fresh ? 'status' : undefined} className="font-semibold text-xl empty:hidden">
          {text && `${t(`notices.${text}`)} `}
          {application?.state === 'activating' && (
            <span className="font-normal text-base text-muted">{t('proof.waiting')}</span>
          )}
        </p>
        <Link
          href={next ? `/review/${next.id}` : '/review'}
          data-takes-focus={fresh || undefined}
          className={`${buttonLook({})} text-left`}
        >
          <span className="[overflow-wrap:anywhere]">
            {t(next ? 'neighbours.next' : 'neighbours.none')}: {next ? next.name : t('neighbours.queue')}
          </span>
          <ArrowRight aria-hidden="true" />
        </Link>
      </div>
    </section>
  )
}

type SuspensionProps = {
  review: Review
  organisation: NonNullable<Review['submission']['organisation']>
}

/** Suspends an organisation that was verified, or reinstates it. Their own they can only suspend. */
async function Suspension({ review, organisation }: SuspensionProps) {
  const t = await getTranslations('review.organisation')
  const { id, state, verifiedAt } = organisation
  const may = (action: 'suspend' | 'reinstate') =>
    verifiedAt !== null && findOrganisationTransition(state, action, 'administrator') !== null
  const verb = may('suspend') ? 'suspend' : may('reinstate') ? 'reinstate' : null
  if (!verb) return null
  if (verb === 'reinstate' && review.interest) return <Notice>{t('own')}</Notice>
  const action = verb === 'suspend' ? suspendReviewed : reinstateReviewed
  return (
    <Section title={t(`${verb}Title`)}>
      <p className="text-muted text-sm">{t(`${verb}Body`)}</p>
      <ReasonForm
        action={action.bind(null, id, review.submission.id)}
        button={t(verb)}
        danger={verb === 'suspend'}
      />
    </Section>
  )
}

/** The frozen report that the submission was sent with. */
async function Rehearsal({ submissionId }: { submissionId: string }) {
  const t = await getTranslations('rehearsal')
  const rehearsal = await findSubmittedRehearsal(submissionId)
  return (
    <Section title={t('report.title')} id="rehearsal">
      {rehearsal ? (
        <div className="grid gap-6">
          <DefinitionList
            items={[
              { term: t('facts.application'), value: rehearsal.applicationName },
              ...(await rehearsalFacts(rehearsal)),
            ]}
          />
          <div className="border-line border-t pt-6">
            <CaseList
              rehearsal={rehearsal}
              reader="reviewer"
              pathOf={(requestId) => `/review/${submissionId}/calls/${requestId}`}
            />
          </div>
        </div>
      ) : (
        <p className="text-muted text-sm">{t('report.none')}</p>
      )}
    </Section>
  )
}

/** The reviewer assigned to this submission; an assignment expires by itself. */
async function Assignment({ review, reviewer }: { review: Review; reviewer: CurrentDeveloper }) {
  const t = await getTranslations('review.claim')
  const { submission, assignment, emails } = review
  const mine = assignment?.holderId === reviewer.id
  const time = () => assignment && <DateTime at={assignment.until} />
  return (
    <Section title={t('title')}>
      <p className="text-sm [overflow-wrap:anywhere]">
        {!assignment && t('free')}
        {assignment && t.rich(mine ? 'mine' : 'held', { time, email: emails.get(assignment.holderId) ?? '' })}
      </p>
      <div className="flex flex-wrap gap-2">
        {!review.interest && (!assignment || mine) && (
          <PressForm
            action={claimReview.bind(null, submission.id)}
            button={t(mine ? 'extend' : 'claim')}
            size="small"
          />
        )}
        {mine && (
          <PressForm
            action={releaseReview.bind(null, submission.id)}
            button={t('release')}
            variant="quiet"
            size="small"
          />
        )}
      </div>
    </Section>
  )
}

/** The first page in print: what this is, whose, and what was decided by whom and when. */
async function Cover({ review: { submission, emails } }: { review: Review }) {
  const t = await getTranslations('review')
  const states = await getTranslations('common.state')
  const locale = await getLocale()
  const { application, organisation, decisions, submittedAt } = submission
  const state = application?.state ?? organisation?.state
  const decision = decisions.findLast(({ final, voidedAt }) => final && !voidedAt)
  const applicant = application ? describePerson(ownerOf(application)) : organisation?.legalName
  const facts = [
    [t('one.developer'), applicant],
    [t('filter.state'), state && states(state)],
    [t('one.submitted'), submittedAt && formatDateTime(locale, submittedAt)],
    [t('decision.title'), decision ? t(`decisions.${decision.outcome}`) : t('documents.noVerdict')],
    [t('reviewer'), decision && emails.get(decision.reviewerId)],
    [t('table.decided'), decision && formatDateTime(locale, decision.decidedAt)],
  ]
  return (
    <section className="dossier hidden break-after-page content-start gap-6 pt-[40mm] print:grid">
      <p className="text-lg">{t('dossier')}</p>
      <h1 className="font-semibold text-4xl [overflow-wrap:anywhere]">{subjectOf(submission).name}</h1>
      <dl className="grid grid-cols-[12rem_1fr] gap-x-6 gap-y-3 border-line border-t pt-6">
        {facts.map(
          ([term, value]) =>
            value && (
              <div key={term} className="contents">
                <dt className="text-muted">{term}</dt>
                <dd className="[overflow-wrap:anywhere]">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
