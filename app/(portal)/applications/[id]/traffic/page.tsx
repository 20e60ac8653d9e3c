import { ChartColumn } from 'lucide-react'
import { permanentRedirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { requireApplication } from '@/app/_request/application'
import { OwnRequests } from '@/app/_requests/own-requests'
import { applicationPath } from '@/components/application-pages'
import { FlashMessages } from '@/components/flash-messages'
import { type Query, withQuery } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DownloadLink, LiveLink } from '@/components/ui/download-link'
import { FormEnd } from '@/components/ui/form-end'
import { EmptyState } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { Section } from '@/components/ui/section'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { Figures } from '@/components/usage/figures'
import { callsOf } from '@/components/usage/labels'
import { Periods } from '@/components/usage/periods'
import type { Application } from '@/generated/prisma/client'
import { limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { now } from '@/lib/clock'
import { statesWithSecret } from '@/lib/credentials/commands'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { listRequests } from '@/lib/quota-requests/queries'
import { countLogged } from '@/lib/usage/call-log'
import { findUsage } from '@/lib/usage/history'
import { chooseBars } from '@/lib/usage/range'
import { DeprecationNotices } from '../deprecations'
import { LimitLink } from '../limits'
import { ApplicationPageLayout, applicationMetadata } from '../page-layout'
import { TrafficChart } from './chart'
import { findMovedLog, readView, trafficPath, type View, withoutPeriod } from './filters'
import { requestHigherLimit, withdrawLimitRequest } from './limit/actions'
import { Log } from './log'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

const refreshSeconds = { live: 3, otherwise: 15 }

export const generateMetadata = applicationMetadata('usage', 'usage')

/** What was counted in a period, what was selected of it, and the calls of that as far as they are kept. */
export default async function TrafficPage({ params, searchParams }: Props) {
  const { application } = await requireApplication((await params).id, 'usage')
  const { id } = application
  const query = await searchParams
  const moved = findMovedLog(id, query)
  if (moved) permanentRedirect(moved)
  const view = readView(query)
  const bars = chooseBars(view.range, view.filter, now())
  const { from, to, stepMinutes } = bars.period
  const { points, total } = await findUsage(id, from, to, stepMinutes)
  const isUnused =
    callsOf(total) === 0 && Object.keys(view.given).length === 0 && (await countLogged(id, {})) === 0
  return (
    <ApplicationPageLayout application={application} current="traffic">
      <Refresh seconds={view.live ? refreshSeconds.live : refreshSeconds.otherwise} />
      {view.live && (
        <noscript>
          <meta httpEquiv="refresh" content="5" />
        </noscript>
      )}
      <div className="grid gap-6">
        <DeprecationNotices applicationId={id} />
        <div className="flex flex-wrap-reverse items-start justify-between gap-x-8 gap-y-4">
          <div className="min-w-0 flex-[1_1_36rem]">
            <Figures total={total} range={view.range} />
          </div>
          <div className="flex flex-wrap items-center gap-3 xl:grid xl:justify-items-end">
            <Acts application={application} view={view} />
            {!isUnused && limitOf(application) > 0 && <LimitLine application={application} />}
          </div>
        </div>
        {isUnused ? (
          <NoCalls application={application} title={(await getTranslations('usage.empty'))('title')} />
        ) : (
          <>
            <TrafficChart {...{ id, view, bars, points }} />
            <Log application={application} view={view} period={{ ...bars.period, ...bars.selection }} />
          </>
        )}
        <LimitCard application={application} query={query} />
      </div>
    </ApplicationPageLayout>
  )
}

type ActsProps = { application: TeamApplication; view: View }

/** The period, live or not, and the export of what is shown. */
async function Acts({ application: { id }, view }: ActsProps) {
  const t = await getTranslations('usage')
  const { range, given, live } = view
  const isOwn = given.from !== undefined || given.to !== undefined
  const plain = withoutPeriod(view)
  return (
    <div className="no-print flex flex-wrap items-center gap-3">
      <Periods range={range} pathOf={(each) => trafficPath(id, { ...plain, range: each })} />
      {!isOwn && (
        <LiveLink href={trafficPath(id, { range, given, live: !live })} isLive={live}>
          {t(live ? 'calls.stopLive' : 'calls.live')}
        </LiveLink>
      )}
      <DownloadLink
        href={withQuery(`/applications/${id}/traffic/export`, { range, from: given.from, to: given.to })}
        size="small"
      >
        {t('range.csv')}
      </DownloadLink>
    </div>
  )
}

/** The limit in a line, which leads to the form below the list, or to the request that waits there. */
async function LimitLine({ application }: Pick<ActsProps, 'application'>) {
  const t = await getTranslations('limits')
  return (
    <p className="no-print flex flex-wrap gap-x-3 text-muted text-xs">
      <span>{t('perMinute', { count: limitOf(application) })}</span>
      <LimitLink application={application} />
    </p>
  )
}

type NoCallsProps = { application: Pick<Application, 'id' | 'state'>; title: string }

/** Leads to the console once there is a secret; before that, to the validation. */
async function NoCalls({ application: { id, state }, title }: NoCallsProps) {
  const callable = statesWithSecret.includes(state)
  const t = await getTranslations('usage.empty')
  return (
    <EmptyState
      icon={<ChartColumn />}
      title={title}
      action={
        <ButtonLink href={applicationPath(id, callable ? 'try' : 'validation')}>
          {t(callable ? 'action' : 'validation')}
        </ButtonLink>
      }
    >
      {t(callable ? 'body' : 'beforeApproval')}
    </EmptyState>
  )
}

type LimitCardProps = { application: TeamApplication; query: Query }

/** The application's limit, the form to request a higher one, and what became of earlier requests. */
async function LimitCard({ application, query }: LimitCardProps) {
  const t = await getTranslations('limits')
  const requests = await listRequests('limits', application.id)
  const isOpen = requests.some(({ state }) => state === 'open')
  const limit = limitOf(application)
  const own = application.rateLimit !== null
  return (
    <Section title={t('title')} id="limit">
      <div className="grid gap-6">
        <FlashMessages
          query={query}
          done={{ keys: ['requested', 'withdrawn'], text: (key) => t(`done.${key}`) }}
        />
        <p>
          {limit === 0 ? t('unlimited') : t('current', { count: limit })}{' '}
          {limit > 0 && (
            <span className="text-muted">
              {t(own ? 'own' : 'usual', { environment: t(application.environment) })}
            </span>
          )}
        </p>
        <OwnRequests
          kind="limits"
          requests={requests}
          withdraw={may(application.role, 'limits') && withdrawLimitRequest.bind(null, application.id)}
          Earlier={Part}
        >
          {!isOpen && limit > 0 && limit < maxCallsPerMinute && <RequestForm application={application} />}
        </OwnRequests>
      </div>
    </Section>
  )
}

async function RequestForm({ application: { id, role, state } }: { application: TeamApplication }) {
  const t = await getTranslations('limits')
  if (!may(role, 'limits')) return <p className="text-muted text-sm">{t('ownersOnly')}</p>
  if (state !== 'active') return <p className="text-muted text-sm">{t('errors.not_active')}</p>
  return (
    <Part title={t('request')}>
      <ActionForm action={requestHigherLimit.bind(null, id)}>
        <TextInput
          keep
          name="callsPerMinute"
          label={t('callsPerMinute')}
          hint={t('callsHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          className="max-w-48"
        />
        <Textarea
          keep
          name="reason"
          label={t('reason')}
          hint={t('reasonHint')}
          rows={3}
          maxLength={500}
          required
        />
        <FormEnd variant="secondary">{t('send')}</FormEnd>
      </ActionForm>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}
