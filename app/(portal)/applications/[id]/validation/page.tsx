import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { ActivationProblem } from '@/app/_validation/activation-problem'
import { Clock, findRevisionSentence, ReviewSla } from '@/app/_validation/clock'
import { TeamHistory } from '@/app/_validation/history'
import { LastReason, withoutLastReason } from '@/app/_validation/last-reason'
import { Moves } from '@/app/_validation/moves'
import { OrganisationNeeded, PageNotices, readPostResult } from '@/app/_validation/notices'
import { revisionEvents } from '@/app/_validation/revision-events'
import { ApplicantConversation } from '@/app/_validation/talk'
import type { Query } from '@/components/query'
import { buttonLook } from '@/components/ui/button-look'
import { DownloadLink } from '@/components/ui/download-link'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { Section } from '@/components/ui/section'
import { StateLine } from '@/components/ui/state-line'
import { TextLink } from '@/components/ui/text-link'
import { isInReview, states } from '@/lib/applications/states'
import { findOwnAccess } from '@/lib/validation/account-access'
import { type ApplicantValidation, findApplicantValidation } from '@/lib/validation/queries'
import { OrganisationNotice } from '../organisation-notice'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { GoLive, GoLiveSteps } from './go-live'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export const generateMetadata = applicationMetadata('validation', 'documents')

export default async function ValidationPage({ params, searchParams }: Props) {
  const { developer, application: own } = await requireApplication((await params).id, 'documents')
  const found = await findApplicantValidation(own.id, developer.id)
  if (!found) notFound()
  const query = await searchParams
  const result = readPostResult(query)
  const fresh = query.done === 'submitted' && isInReview(found.submission.state)
  const t = await getTranslations('validation')
  const { application } = found
  return (
    <ApplicationPageLayout application={own} current="validation" stated>
      <Status found={found} fresh={fresh} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-14">
        <div className="grid min-w-0 gap-6">
          <PageNotices result={result} />
          <OrganisationNotice application={application} here />
          <OrganisationNeeded found={found} />
          <LastReason submission={found.submission} />
          <GoLive found={found} result={result} developerId={developer.id} />
          <Section title={t('history.title')}>
            <TeamHistory
              subjectIds={[application.id, application.organisationId]}
              developerId={developer.id}
              transitions={withoutLastReason(found, [
                ...application.transitions,
                ...revisionEvents(found.revisions),
              ])}
            />
          </Section>
          <ApplicantConversation
            subjectId={application.id}
            messages={found.messages}
            developerId={developer.id}
          />
        </div>
        <aside className="grid min-w-0 gap-6 max-lg:contents">
          <div className="grid gap-4 text-sm empty:hidden max-lg:order-first">
            <Clock submission={found.submission} fresh={fresh} />
          </div>
          <ReviewSla submission={found.submission} />
          {application.state !== 'active' && !fresh && <GoLiveSteps state={application.state} />}
          <Access applicationId={application.id} developerId={developer.id} />
        </aside>
      </div>
    </ApplicationPageLayout>
  )
}

/** More are in the file. */
const shownAccounts = 50

type AccessProps = { applicationId: string; developerId: string }

/** The accounts that the application may read, once it is approved: all others are a 404 to it. */
async function Access({ applicationId, developerId }: AccessProps) {
  const granted = await findOwnAccess(applicationId, developerId)
  if (!granted || granted.access === 'none') return null
  const t = await getTranslations('validation.access')
  const { access, msisdns } = granted
  return (
    <Section title={t('title')} id="accounts">
      <div className="grid gap-3 text-sm">
        <p>{access === 'all' ? t('all') : t('listed', { count: msisdns.length })}</p>
        {access === 'listed' && msisdns.length > 0 && (
          <>
            <details>
              <summary className="min-h-6 cursor-pointer text-muted underline">{t('show')}</summary>
              <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-1 font-mono text-xs">
                {msisdns.slice(0, shownAccounts).map((msisdn) => (
                  <li key={String(msisdn)}>{String(msisdn)}</li>
                ))}
              </ul>
              {msisdns.length > shownAccounts && (
                <p className="mt-2 text-muted">{t('more', { count: msisdns.length - shownAccounts })}</p>
              )}
            </details>
            <div>
              <DownloadLink href={`/applications/${applicationId}/validation/accounts`} size="small">
                {t('download')}
              </DownloadLink>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}

type StatusProps = { found: ApplicantValidation; fresh: boolean }

/** The state of the validation and the developer's actions on it; when it was sent just now, the way that it goes. */
async function Status({ found, fresh }: StatusProps) {
  const t = await getTranslations('validation.status')
  const stateName = await getTranslations('common.state')
  const { application, submission } = found
  const { id, state } = application
  const isActive = state === 'active'
  const sentence = sentenceOf(found)
  return (
    <div className="mb-6 grid gap-6">
      <StateLine
        fresh={fresh}
        tone={states[state].tone}
        title={stateName(state)}
        act={
          <Moves
            subject={application}
            submission={submission}
            revision={isActive ? { hint: t('reviseHint'), button: t('revise') } : null}
          />
        }
      >
        {fresh ? (await getTranslations('validation.notices'))('submitted') : sentence && t(sentence)}{' '}
        {isActive && <TextLink href={`/applications/${id}/certificate`}>{t('certificate')}</TextLink>}
      </StateLine>
      {fresh && <GoLiveSteps state={state} />}
      <ActivationNotice found={found} />
    </div>
  )
}

function sentenceOf({ application: { state }, submission }: ApplicantValidation) {
  if (state === 'deleted') return 'suspended'
  // The tally says it.
  if (state === 'draft') return null
  return (state === 'active' && findRevisionSentence(submission)) || state
}

async function ActivationNotice({ found: { application, submission } }: Pick<StatusProps, 'found'>) {
  const t = await getTranslations('validation.status')
  const { proofError } = submission
  return (
    <>
      {proofError && (
        <Notice tone="warning">
          <p>
            {t.rich(application.state === 'activating' ? 'proofFailing' : 'proofFailed', {
              problem: () => <ActivationProblem problem={proofError} />,
            })}
          </p>
        </Notice>
      )}
      {application.state === 'activating' && (
        <>
          <Refresh seconds={3} />
          <Link
            href={`/applications/${application.id}/validation`}
            className={buttonLook({ variant: 'secondary' })}
          >
            {t('reload')}
          </Link>
        </>
      )}
    </>
  )
}
