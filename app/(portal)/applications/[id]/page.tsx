import { ArrowUp, ChevronRight, CreditCard, Info, ListChecks, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { requireApplication } from '@/app/_request/application'
import { Clock, ReviewSla } from '@/app/_validation/clock'
import { applicationPath } from '@/components/application-pages'
import { withQuery } from '@/components/query'
import { EmptySlot, Receipt } from '@/components/receipt'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FormProvider } from '@/components/ui/form-provider'
import { Link } from '@/components/ui/link'
import { Refresh } from '@/components/ui/refresh'
import { StateLine } from '@/components/ui/state-line'
import { TextLink } from '@/components/ui/text-link'
import { hoursOverLimit } from '@/components/usage/health'
import { callsOf } from '@/components/usage/labels'
import type { Application } from '@/generated/prisma/client'
import { findSuspensionReason, limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { isToBeSent, states } from '@/lib/applications/states'
import { dayMs, now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { listKeys, listWorkingSecrets } from '@/lib/credentials/queries'
import { findNewestCall, searchCalls } from '@/lib/usage/call-log'
import { findHealth, type Health } from '@/lib/usage/health'
import { findHints, type Hint } from '@/lib/usage/hints'
import { listPeaks } from '@/lib/usage/queries'
import { findApplicantValidation } from '@/lib/validation/queries'
import { revealSecret } from './actions'
import { Credentials } from './credentials'
import { describeDeprecations } from './deprecations'
import { AboutRunning, FirstCall, FirstCallOutput, RunFirstCall } from './first-call'
import { FirstSteps } from './first-steps'
import { Limits } from './limits'
import { LatestRequests, LiveDay } from './live'
import { describeUnreviewed, OrganisationNotice } from './organisation-notice'
import { ApplicationPageLayout } from './page-layout'
import { SignedCall } from './signed-call'
import { GoLiveSteps } from './validation/go-live'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id)
  return { title: application.name }
}

/** Until then the page is about the first call: none, or one, in the first day. */
const firstCalls = 2

/**
 * Before the first call: the credentials, the call with its button, where its response comes out, and the next steps.
 * Then its last day, its credentials, its latest requests and first call, and its limits. One stage around all:
 * revealing the secret puts it into the snippets too. Its key is the secret's id, so that a rotation forgets what was
 * shown.
 */
export default async function ApplicationPage({ params }: Props) {
  const { application, developer } = await requireApplication((await params).id)
  const { id, state } = application
  const available = statesWithSecret.includes(state)
  const usesKeys = application.clientAuthentication === 'private_key_jwt'
  const secrets = available && !usesKeys ? await listWorkingSecrets(id) : []
  const keys = usesKeys ? await listKeys(id) : []
  // Read before the calls that the page shows: one that comes in between refreshes it.
  const watch = { path: `/applications/${id}/steps`, known: await findNewestCall(id) }
  const health = await findHealth(id, now())
  const wasCalled = health.isCalled || [...secrets, ...keys].some(({ lastUsedAt }) => lastUsedAt !== null)
  const isNew = now().getTime() - application.createdAt.getTime() < dayMs
  const tries = isNew && callsOf(health.day) <= firstCalls && !health.lastError
  const begins = available && !usesKeys && (!wasCalled || tries)
  const peaks = begins ? [] : await listPeaks(id, now())
  const parts = { application, available, owns: may(application.role, 'secrets') }
  return (
    <ApplicationPageLayout
      application={application}
      current="overview"
      stated={state !== 'active' || begins || wasCalled}
    >
      <RunFirstCall applicationId={id}>
        <FormProvider key={secrets[0]?.id ?? 'none'} action={revealSecret.bind(null, id)}>
          <div className="grid gap-6">
            <StateNotice application={application} developerId={developer.id} />
            {begins ? (
              <>
                <OrganisationNotice application={application} />
                <FirstRun {...parts} worked={wasCalled} watch={watch} />
              </>
            ) : (
              <>
                {wasCalled && state !== 'suspended' && (
                  <LiveDay application={application} health={health} peaks={peaks} />
                )}
                <Credentials {...parts} />
                <Recommendations application={application} health={health} />
                <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
                  <div className="grid min-w-0 gap-6 empty:hidden">
                    {wasCalled && <LatestRequests application={application} />}
                    {application.environment === 'sandbox' && (
                      <FirstSteps application={application} health={health} watch={watch} />
                    )}
                    {usesKeys ? (
                      <SignedCall application={application} />
                    ) : (
                      available && state === 'active' && <FirstCall {...parts} low />
                    )}
                  </div>
                  <Limits application={application} peaks={peaks} />
                </div>
              </>
            )}
          </div>
        </FormProvider>
      </RunFirstCall>
    </ApplicationPageLayout>
  )
}

type StateNoticeProps = { application: TeamApplication; developerId: string }

/**
 * What an application waits for that is not active, and for whom: its one next step, by when it is decided, and where
 * it is on the way to Production. Empty while it is active.
 */
async function StateNotice({ application, developerId }: StateNoticeProps) {
  const { id, state } = application
  if (state === 'active' || state === 'deleted') return null
  const t = await getTranslations('applications.notice')
  if (state === 'suspended') {
    const reason = await findSuspensionReason(id)
    return (
      <StateLine
        tone={states[state].tone}
        title={reason ? t(`${state}.because`, { reason }) : t(`${state}.title`)}
      >
        {t(`${state}.body`)}
      </StateLine>
    )
  }
  const submission = (await findApplicantValidation(id, developerId))?.submission
  return (
    <>
      <StateLine
        tone={states[state].tone}
        title={(await getTranslations('common.state'))(state)}
        act={
          <ButtonLink
            href={applicationPath(id, 'validation')}
            variant={isToBeSent(state) ? 'primary' : 'secondary'}
          >
            {t(`${state}.action`)}
          </ButtonLink>
        }
      >
        {t(`${state}.body`)}
      </StateLine>
      <div className="grid gap-x-14 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <GoLiveSteps state={state} />
        {submission && (
          <div className="grid content-start gap-4 text-sm">
            <Clock submission={submission} />
            <ReviewSla submission={submission} />
          </div>
        )}
      </div>
    </>
  )
}

type FirstRunProps = {
  application: Application
  available: boolean
  /** Whether the secret may be shown to this reader. */
  owns: boolean
  /** Whether a call was made. */
  worked: boolean
  /** What tells that there were more calls. */
  watch: ComponentProps<typeof Refresh>['watch']
}

/** A new application: its credentials, a first call with its response next to it, and what comes next. */
async function FirstRun({ worked, watch, ...parts }: FirstRunProps) {
  const t = await getTranslations('applications.firstRun')
  const { application } = parts
  const { id, environment } = application
  const isLive = environment === 'production'
  const [call] = worked ? (await searchCalls(id, {}, 1)).calls : []
  const slip = call ? (
    <RecordedReceipt call={call} />
  ) : isLive ? (
    <LiveReceipt application={application} />
  ) : (
    <EmptySlot className="h-55">{t('slot')}</EmptySlot>
  )
  return (
    <>
      <div className="-mb-2">
        <h2 className="text-xl">{t(worked ? 'worked' : isLive ? 'live' : 'ready')}</h2>
        <AboutRunning {...{ application, worked }} />
      </div>
      <Credentials {...parts} />
      <div className="grid min-w-0 items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1.22fr)_minmax(0,1fr)]">
        <FirstCall {...parts} low={false} />
        <FirstCallOutput empty={slip} />
      </div>
      {environment === 'sandbox' && <NextSteps applicationId={id} />}
      <Refresh seconds={3} watch={watch} />
    </>
  )
}

/** The newest call as it was recorded, which is without the balance. */
async function RecordedReceipt({ call }: { call: Awaited<ReturnType<typeof searchCalls>>['calls'][number] }) {
  const t = await getTranslations('usage.calls')
  const { at, status, endpoint, latencyMs, maskedMsisdn } = call
  return (
    <Receipt
      still
      title={endpoint === 'account' ? 'GET /account' : 'POST /token'}
      lines={[
        [t('time'), <DateTime key="at" at={at} />],
        ...(maskedMsisdn ? [[t('msisdn'), maskedMsisdn] as [string, string]] : []),
        [t('latency'), t('ms', { ms: latencyMs })],
      ]}
      total={[t('status'), status]}
    />
  )
}

/** The first receipt of Production: since when an approved application is there, and what was tried with it. */
async function LiveReceipt({ application }: { application: Application }) {
  const t = await getTranslations('applications.firstRun')
  const format = await getFormatter()
  const limit = limitOf(application)
  return (
    <Receipt
      title={application.name}
      lines={[
        [t('tested'), t('testedWith')],
        ...(limit > 0 ? [[t('limit'), format.number(limit)] as [string, string]] : []),
      ]}
      total={[(await getTranslations('common.environment'))('production'), t('open')]}
    />
  )
}

async function NextSteps({ applicationId }: { applicationId: string }) {
  const t = await getTranslations('applications.firstRun')
  const steps = [
    ['fail', CreditCard, applicationPath(applicationId, 'accounts')],
    ['rehearse', ListChecks, applicationPath(applicationId, 'rehearsal')],
    ['live', ArrowUp, withQuery('/applications/new', { from: applicationId })],
  ] as const
  return (
    <ul className="no-print grid divide-line border-line border-y max-md:divide-y md:grid-cols-3 md:divide-x">
      {steps.map(([step, Icon, href], index) => (
        <li key={step}>
          <Link href={href} className="flex items-start gap-3 px-5 py-3 text-sm hover:bg-raised/60">
            <Icon
              aria-hidden="true"
              className={`mt-0.5 size-4 ${index === 0 ? 'text-accent' : 'text-muted'}`}
            />
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{t(`steps.${step}.title`)}</span>
              <span className="text-muted text-xs">{t(`steps.${step}.body`)}</span>
            </span>
            <ChevronRight aria-hidden="true" className="mt-0.5 size-4 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Where each recommendation is explained or acted upon. */
const places: Record<Hint['kind'], { label: 'tokens' | 'limits' | 'secrets' | 'calls'; href: string }> = {
  token_per_call: { label: 'tokens', href: '/docs/tokens' },
  wrong_environment: { label: 'calls', href: '/traffic?status=4xx' },
  secret_retires: { label: 'secrets', href: '/keys' },
  limit_near: { label: 'limits', href: '/docs/errors/quota_exceeded' },
}

/** What stops calls if nothing is done. */
const pressing: Hint['kind'][] = ['secret_retires', 'limit_near']

type RecommendationsProps = {
  application: Pick<Application, 'id' | 'organisationId'>
  /** What the line above says of the limit is not said again. */
  health: Health
}

/** What its owner should do about an application that works, a line each; empty when all is well. */
async function Recommendations({ application, health }: RecommendationsProps) {
  const { id } = application
  const [unreviewed, deprecations, found] = await Promise.all([
    describeUnreviewed(application),
    describeDeprecations(id),
    findHints(id),
  ])
  const hints = found.filter(({ kind }) => kind !== 'limit_near' || hoursOverLimit(health) === 0)
  const t = await getTranslations('usage.traffic')
  const home = `/applications/${id}`
  const text = (hint: Hint) =>
    hint.kind === 'secret_retires'
      ? t.rich(hint.kind, { at: () => <DateTime at={hint.at} /> })
      : t(hint.kind, { wasted: 0, calls: 0, minutes: 0, peak: 0, limit: 0, ...hint })
  if (!unreviewed && deprecations.length + hints.length === 0) return null
  return (
    <section aria-label={t('title')} className="text-sm">
      <ul className="divide-y divide-line border-line border-y">
        {unreviewed && (
          <Line pressing={false}>
            <span className="font-medium">{unreviewed.title}</span>. {unreviewed.body}
          </Line>
        )}
        {deprecations.map(({ key, item }) => (
          <Line key={key} pressing>
            {item}
          </Line>
        ))}
        {hints.map((hint) => {
          const { label, href } = places[hint.kind]
          return (
            <Line key={hint.kind} pressing={pressing.includes(hint.kind)}>
              {text(hint)}{' '}
              <TextLink href={href.startsWith('/docs') ? href : `${home}${href}`}>{t(label)}</TextLink>
            </Line>
          )
        })}
      </ul>
      {hints.length > 0 && (
        <p className="mt-1.5 text-muted text-xs">
          {t('period')} <TextLink href="/account/data#hints">{t('mail')}</TextLink>
        </p>
      )}
    </section>
  )
}

function Line({ pressing, children }: { pressing: boolean; children: ReactNode }) {
  const Icon = pressing ? TriangleAlert : Info
  return (
    <li className="flex min-h-11 items-baseline gap-3 py-2.5">
      <Icon
        aria-hidden="true"
        className={`size-4 shrink-0 self-start mt-0.5 ${pressing ? 'text-warning' : 'text-info'}`}
      />
      <div className="min-w-0">{children}</div>
    </li>
  )
}
