import { ArrowUpRight } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { applicationPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { EnvironmentBadge } from '@/components/environment-badge'
import { withQuery } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { TeamRoleBadge } from '@/components/team-role-badge'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/moment'
import { PageLink } from '@/components/ui/page-link'
import { TextLink } from '@/components/ui/text-link'
import { writeCount, writeShare } from '@/components/usage/figures'
import { Sparkline } from '@/components/usage/sparkline'
import { statesWithSecret } from '@/lib/credentials/commands'
import type { Activity } from '@/lib/usage/activity'

type Props = { application: Activity }

const edges = { sandbox: 'before:bg-sandbox-solid', production: 'before:bg-production-solid' }

/** An application at a glance: pressed anywhere, the card opens it. */
export async function ApplicationCard({ application }: Props) {
  const { id, name, environment, state, role, shared } = application
  const callable = statesWithSecret.includes(state)
  return (
    <article
      className={classNames(
        'relative isolate flex h-full min-w-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface',
        'shadow-card transition-shadow before:absolute before:inset-y-0 before:left-0 before:w-1.5 hover:shadow-lifted',
        edges[environment],
      )}
    >
      <div className="flex flex-1 flex-col gap-4 p-5 pl-6.5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5">
          <h2 id={`name-${id}`} className="min-w-0 text-lg [overflow-wrap:anywhere]">
            {/* Its ::after covers the card. */}
            <PageLink
              href={applicationPath(id, 'overview')}
              className="after:absolute after:inset-0 after:rounded-2xl hover:text-accent hover:underline hover:underline-offset-4"
            >
              {name}
            </PageLink>
          </h2>
          <div className="flex flex-wrap gap-2">
            <EnvironmentBadge environment={environment} />
            <StateBadge state={state} />
            {shared && <TeamRoleBadge role={role} />}
          </div>
        </div>
        {callable ? <Traffic application={application} /> : <NextStep application={application} />}
      </div>
      <Promotion application={application} />
    </article>
  )
}

async function Traffic({ application }: Props) {
  const { id, state, hours, day, peak, limit, lastCallAt } = application
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const errors = day.calls === 0 ? null : day.errors / day.calls
  const used = limit === 0 ? null : peak / limit
  return (
    <>
      <Sparkline hours={hours} day={day} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[3fr_5fr_6fr_7fr]">
        <Figure term={t('calls')}>{writeCount(format, day.calls)}</Figure>
        <Figure term={t('errors')} tone={errors !== null && errors >= 0.1 ? 'text-danger' : undefined}>
          {errors === null ? t('none') : writeShare(format, errors)}
        </Figure>
        <Figure term={t('limit')} tone={used !== null && used >= 0.8 ? 'text-warning' : undefined}>
          {used === null ? t('unlimited') : writeShare(format, used)}
        </Figure>
        <Figure term={t('lastCall')}>
          {lastCallAt && <Moment at={lastCallAt} as="relative" />}
          {!lastCallAt && state === 'suspended' && t('none')}
          {!lastCallAt && state !== 'suspended' && (
            <TextLink href={applicationPath(id, 'try')} className="relative z-10">
              {t('firstCall')}
            </TextLink>
          )}
        </Figure>
      </dl>
    </>
  )
}

function Figure({ term, tone, children }: { term: string; tone?: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-between gap-0.5">
      <dt className="text-muted text-xs">{term}</dt>
      <dd className={classNames('font-semibold tabular-nums [&_time]:whitespace-normal', tone)}>
        {children}
      </dd>
    </div>
  )
}

/** The steps before the first call of a Production application. */
async function NextStep({ application: { id, state } }: Props) {
  if (state === 'active' || state === 'deleted' || state === 'suspended') return null
  const t = await getTranslations('applications.notice')
  return (
    <div className="grid flex-1 content-between justify-items-start gap-4">
      <div className="grid gap-1 text-sm">
        <p className="font-medium">{t(`${state}.title`)}</p>
        <p className="max-w-prose text-muted">{t(`${state}.body`)}</p>
      </div>
      <ButtonLink
        href={applicationPath(id, 'validation')}
        variant="secondary"
        size="small"
        className="relative z-10"
      >
        {t(`${state}.action`)}
      </ButtonLink>
    </div>
  )
}

/** The way from the Sandbox to Production, until there is an application of that name. */
async function Promotion({ application: { id, environment, state, inProduction } }: Props) {
  if (environment !== 'sandbox' || state !== 'active' || inProduction) return null
  const t = await getTranslations('applications.card')
  return (
    <div className="no-print flex justify-end border-line border-t py-2 pr-3 pl-6.5">
      <ButtonLink
        href={withQuery('/applications/new', { from: id })}
        variant="quiet"
        size="small"
        className="relative z-10"
        aria-describedby={`name-${id}`}
      >
        {t('promote')}
        <ArrowUpRight aria-hidden="true" />
      </ButtonLink>
    </div>
  )
}
