import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { openingPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { type Query, withQuery } from '@/components/query'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { lamps } from '@/components/ui/state-line'
import { formatCount, formatShare } from '@/components/usage/labels'
import { findPair } from '@/lib/applications/pairs'
import { goLiveStep, goLiveSteps, states } from '@/lib/applications/states'
import { statesWithSecret } from '@/lib/credentials/commands'
import type { Activity } from '@/lib/usage/activity'
import type { Calls, Hour } from '@/lib/usage/schema'

type Pair = { sandbox?: Activity; production?: Activity }
/** The end of the scale of all bars, in calls an hour. */
type Scale = { most: number }

const environments = ['sandbox', 'production'] as const
const columns = 'lg:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_minmax(0,1fr)]'

/** The developer's applications: a row for a name, the Sandbox at the left and Production at the right. */
export async function ApplicationRows({ applications }: { applications: Activity[] }) {
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const { most, cuts } = chooseScale(applications.flatMap(({ hours }) => hours.map(({ calls }) => calls)))
  return (
    <div>
      <div className={classNames('hidden items-end text-sm leading-5 lg:grid', columns)}>
        <p className="border-line border-b-2 pb-2 text-muted text-xs leading-5">
          {applications.some(({ day }) => day.calls > 0) &&
            t('scale', { most: format.number(most), cuts: String(cuts) })}
        </p>
        {environments.map((environment) => (
          <Head key={environment} environment={environment} applications={applications} />
        ))}
      </div>
      <ul aria-label={t('list')}>
        {pairUp(applications).map((pair) => (
          <Row key={(pair.sandbox ?? pair.production)?.id} pair={pair} most={most} />
        ))}
      </ul>
    </div>
  )
}

/**
 * The highest hour of all rows, so that their bars compare; where that is more than twice what all but one hour in
 * twenty stay below, a quarter more than that: a single burst would flatten every other bar. It is drawn cut.
 */
export function chooseScale(hours: number[]): { most: number; cuts: boolean } {
  const busy = hours.filter((calls) => calls > 0).sort((one, other) => one - other)
  const highest = busy.at(-1) ?? 1
  const usual = busy[Math.ceil(busy.length * 0.95) - 1] ?? 1
  return highest > 2 * usual ? { most: Math.ceil(1.25 * usual), cuts: true } : { most: highest, cuts: false }
}

/** In the order of the first of the two. */
function pairUp(applications: Activity[]): Pair[] {
  return applications.flatMap((each, index): Pair[] => {
    const other = findPair(each, applications) ?? undefined
    if (other && applications.indexOf(other) < index) return []
    return [
      each.environment === 'sandbox'
        ? { sandbox: each, production: other }
        : { sandbox: other, production: each },
    ]
  })
}

type HeadProps = { environment: Activity['environment']; applications: Activity[] }

async function Head({ environment, applications }: HeadProps) {
  const t = await getTranslations('applications.card')
  const name = await getTranslations('common.environment')
  const edge = environment === 'sandbox' ? 'border-sandbox-solid' : 'border-production-solid'
  const own = applications.filter((each) => each.environment === environment)
  return (
    <p className={classNames('flex items-baseline justify-between border-b-2 px-4 pb-2', edge)}>
      <span className="font-semibold">
        <Arch className={environment === 'sandbox' ? 'bg-sandbox-solid' : 'bg-production-solid'} />
        {name(environment)}
      </span>
      <span className="text-muted text-xs tabular-nums">
        {t('calls', { count: own.reduce((sum, { day }) => sum + day.calls, 0) })}
      </span>
    </p>
  )
}

function Arch({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`mr-2 inline-block h-3.5 w-3 rounded-t-full align-[-1px] ${className}`}
    />
  )
}

async function Row({ pair, most }: { pair: Pair } & Scale) {
  const shown = pair.sandbox ?? pair.production
  if (!shown) return null
  const t = await getTranslations('applications')
  const role = await getTranslations('team.role')
  return (
    <li className={classNames('grid min-h-21 gap-y-3 border-line border-b py-3 lg:py-0', columns)}>
      <div className="grid content-center gap-0.5 pr-4 lg:py-3">
        <h2 id={`name-${shown.id}`} className="min-w-0 text-base [overflow-wrap:anywhere]">
          <Link
            href={openingPath(shown)}
            className="hover:text-accent hover:underline hover:underline-offset-4"
          >
            {shown.name}
          </Link>
        </h2>
        <p className="text-muted text-xs [overflow-wrap:anywhere]">
          {shown.organisation ?? t('form.personal')}, {role(shown.role).toLowerCase()}
        </p>
      </div>
      {environments.map((environment) => {
        const application = pair[environment]
        if (application)
          return <Half key={environment} application={application} most={most} named={shown.id} />
        return environment === 'production' ? (
          <Promotion key={environment} application={shown} />
        ) : (
          <p key={environment} className="self-center px-4 text-muted text-xs max-lg:hidden">
            {t('card.none')}
          </p>
        )
      })}
    </li>
  )
}

type HalfProps = { application: Activity; named: string } & Scale

/** Pressed anywhere, it opens the application. */
async function Half({ application, named, most }: HalfProps) {
  const { id, environment, state, hours, day } = application
  const names = await getTranslations('common')
  const callable = statesWithSecret.includes(state)
  return (
    <div
      className={classNames(
        'relative grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 hover:bg-raised/60 lg:border-line max-lg:border-l-3 max-lg:py-1',
        environment === 'sandbox'
          ? 'max-lg:border-l-sandbox-solid'
          : 'max-lg:border-l-production-solid lg:border-l',
      )}
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2 font-semibold text-xl tabular-nums">
          {callable ? <Figure application={application} /> : names(`state.${state}`)}
        </p>
        <p className="flex items-center gap-2 text-xs">
          <span
            aria-hidden="true"
            className={classNames('size-1.75 shrink-0 rounded-full', lamps[toneOf(application)])}
          />
          <Link
            href={openingPath(application)}
            aria-describedby={`name-${named} env-${id}`}
            className="after:absolute after:inset-0 hover:underline"
          >
            {await judge(application)}
          </Link>
          <span id={`env-${id}`} className="sr-only">
            {names(`environment.${environment}`)}
          </span>
        </p>
      </div>
      <div className="w-30 xl:w-42">
        {callable ? (
          <Sparkline hours={hours} day={day} most={most} text={application.name} />
        ) : (
          <Steps current={goLiveStep(state)} />
        )}
      </div>
    </div>
  )
}

const width = 240
const height = 40
const gap = 2
/** Never too low to be seen: one error among thousands is what people look for. */
const minHeight = 1

/** The box of bars, which stretches. */
const sparkBox = { viewBox: `0 0 ${width} ${height + 1}`, preserveAspectRatio: 'none' }

type SparklineProps = {
  hours: Hour[]
  day: Calls
  /** The end of the scale. */
  most: number
  /** What it is about, before its numbers. */
  text: string
}

/**
 * The calls of 24 hours, a bar for each, in the colours of the large charts; errors are on top. Rendered on the server,
 * with a text alternative.
 */
async function Sparkline({ hours, day, most, text }: SparklineProps) {
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const highest = Math.max(...hours.map(({ calls }) => calls))
  const numbers = t('sparkline', {
    calls: day.calls,
    errors: format.number(day.errors),
    most: format.number(highest),
  })
  const draw = (values: number[]) => drawBars(values, most)
  return (
    <svg {...sparkBox} role="img" aria-label={`${text}: ${numbers}`} className="h-10 w-full">
      <path d={`M0 ${height}h${width}v1h${-width}z`} className="fill-line-strong" />
      <path d={draw(hours.map(({ calls }) => calls))} className="fill-chart-failed" />
      <path d={draw(hours.map(({ calls, failed }) => calls - failed))} className="fill-chart-limited" />
      <path
        d={draw(hours.map(({ calls, failed, limited }) => calls - failed - limited))}
        className="fill-chart-refused"
      />
      <path d={draw(hours.map(({ calls, errors }) => calls - errors))} className="fill-chart-succeeded" />
      <path
        d={hours.map(({ calls }, index) => (calls > most ? notchOf(index, hours.length) : '')).join('')}
        className="fill-canvas"
      />
    </svg>
  )
}

/** One path for all bars. */
function drawBars(values: number[], most: number): string {
  const slot = width / values.length
  const bars = values.map((value, index) => {
    if (value === 0) return ''
    const bar = Math.round(Math.max(minHeight, Math.min(1, value / most) * height) * 10) / 10
    return `M${index * slot + gap / 2} ${height - bar}h${slot - gap}v${bar}h${gap - slot}z`
  })
  return bars.join('')
}

/** What cuts a bar that goes on beyond the scale. */
function notchOf(index: number, count: number): string {
  const slot = width / count
  return `M${index * slot} 7l${slot} -3v3l${-slot} 3z`
}

/** The counters of the way to Production, as on its own pages. Decoration: the state is next to it. */
function Steps({ current }: { current: number }) {
  return (
    <div aria-hidden="true">
      <div className="flex justify-around px-1">
        {goLiveSteps.map((name, step) => (
          <span
            key={name}
            className={classNames(
              'grid h-7.5 w-5 place-items-center rounded-t-full pt-1 font-semibold text-xs',
              step < current && 'bg-production-solid text-production-ink',
              step === current && 'bg-[var(--lamp)] text-[var(--lamp-ink)]',
              step > current && 'bg-production-soft text-production',
            )}
          >
            {step + 1}
          </span>
        ))}
      </div>
      <div className="ledge h-1" />
    </div>
  )
}

const hoursOver = ({ hours }: Activity) => hours.filter(({ limited }) => limited > 0).length
const shareOf = ({ day }: Activity) => (day.calls === 0 ? 0 : day.errors / day.calls)
/** Fewer errors are not worth a word in a list. */
const minShare = 0.05

async function Figure({ application }: { application: Activity }) {
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const share = shareOf(application)
  return (
    <>
      {formatCount(format, application.day.calls)}{' '}
      <span className="font-normal text-muted text-xs">{t('unit', { count: application.day.calls })}</span>
      {share >= minShare && (
        <span className="font-normal text-danger text-xs">
          {t('errors', { share: formatShare(format, share) })}
        </span>
      )}
    </>
  )
}

/** How it is, in a sentence. */
async function judge(application: Activity): Promise<ReactNode> {
  const t = await getTranslations('applications.card')
  const notice = await getTranslations('applications.notice')
  const { state, lastCallAt } = application
  if (state !== 'active' && state !== 'deleted') return notice(`${state}.title`)
  if (!lastCallAt) return t('quiet')
  const hours = hoursOver(application)
  if (hours > 0) return t('over', { hours })
  return t.rich('working', { when: () => <DateTime at={lastCallAt} as="relative" /> })
}

function toneOf(application: Activity): keyof typeof lamps {
  if (application.state !== 'active') return states[application.state].tone
  if (!application.lastCallAt) return 'neutral'
  return hoursOver(application) > 0 || shareOf(application) >= minShare ? 'warning' : 'success'
}

/** The way from the Sandbox to Production. */
async function Promotion({ application: { id, state } }: { application: Activity }) {
  if (state !== 'active') return <div />
  const t = await getTranslations('applications.card')
  const query: Query = { from: id }
  return (
    <div className="no-print flex items-center justify-between gap-x-4 px-4 text-xs lg:border-line lg:border-l">
      <span className="text-muted">{t('notAsked')}</span>
      <Link
        href={withQuery('/applications/new', query)}
        aria-describedby={`name-${id}`}
        className="inline-flex min-h-9 items-center font-medium text-accent hover:underline"
      >
        {t('promote')}
      </Link>
    </div>
  )
}
