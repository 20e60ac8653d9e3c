import { getFormatter, getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { FilterBar, FilterChip } from '@/components/ui/filter-bar'
import { Notice } from '@/components/ui/notice'
import { RowShortcuts } from '@/components/ui/row-shortcuts'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { CallTable } from '@/components/usage/call-table'
import type { Application } from '@/generated/prisma/client'
import { countLogged, searchCalls } from '@/lib/usage/call-log'
import { countCalls, findUsage, listCodes } from '@/lib/usage/history'
import type { Period } from '@/lib/usage/range'
import { meteredEndpoints, requestLogRetention } from '@/lib/usage/schema'
import { type FilterName, listChips, newest, trafficPath, type View } from './filters'
import { HeldRows } from './held-rows'

type Props = {
  application: Pick<Application, 'id' | 'state'>
  view: View
  /** What the counts are about: the period, or what is selected of it. */
  period: Period
  /** The call that is shown next to the list, as ids and number of the log. */
  current?: { id: bigint; requestId: string }
}

const pageSize = 30
const offeredCodes = 4
const nothing: Awaited<ReturnType<typeof searchCalls>> = { calls: [], older: null }

/** Kept calls that match, newest first, and how many were counted. */
export async function Log({ application: { id }, view, period, current }: Props) {
  const t = await getTranslations('usage.calls')
  const { given, problems } = view
  const isWrong = problems.length > 0
  const [{ calls, older }, codes, kept, { total }] = await Promise.all([
    isWrong ? nothing : find(id, view, period.from, current),
    listCodes({ applicationId: id, ...period }),
    countLogged(id, {
      ...view.filter,
      from: view.filter.from ?? period.from,
      to: view.filter.to ?? period.to,
    }),
    findUsage(id, period.from, period.to, period.stepMinutes),
  ])
  const offered = [
    { name: 'status', value: '2xx', calls: total.succeeded },
    { name: 'status', value: '4xx', calls: total.refused + total.limited },
    { name: 'status', value: '5xx', calls: total.failed },
    ...codes.slice(0, offeredCodes).map(({ code, calls }) => ({ name: 'code', value: code, calls }) as const),
  ] as const
  const start = newest(view)
  return (
    <section aria-label={t('title')} className="grid min-w-0 content-start gap-3">
      <LogFilter applicationId={id} view={view} offered={offered} />
      {problems.includes('before') && (
        <Notice tone="danger">
          {t('errors.before')} <TextLink href={trafficPath(id, start)}>{t('newest')}</TextLink>
        </Notice>
      )}
      {isWrong ? (
        <p className="text-muted">{t('correct')}</p>
      ) : (
        <Counts id={id} view={view} period={period} kept={kept} />
      )}
      {calls.length > 0 && (
        <HeldRows
          key={trafficPath(id, { range: view.range, given })}
          ids={calls.map((call) => String(call.id))}
          hold={current !== undefined}
          label={t.raw('newer')}
        >
          <CallTable
            calls={calls}
            pathOf={(requestId) => trafficPath(id, view, requestId)}
            current={current?.requestId}
          />
        </HeldRows>
      )}
      <footer className="no-print flex flex-wrap items-center justify-between gap-2 text-muted text-xs">
        {calls.length > 0 && <p>{t('shown', { shown: calls.length, kept: Math.max(kept, calls.length) })}</p>}
        {calls.length > 0 && !current && <RowShortcuts hint={t('keys')} />}
        {(older || given.before) && (
          <nav aria-label={t('pages')} className="ml-auto flex flex-wrap gap-2">
            {given.before && (
              <ButtonLink variant="quiet" size="small" href={trafficPath(id, start)}>
                {t('newest')}
              </ButtonLink>
            )}
            {older && (
              <ButtonLink
                variant="secondary"
                size="small"
                href={trafficPath(id, { ...start, given: { ...start.given, before: String(older) } })}
              >
                {t('older')}
              </ButtonLink>
            )}
          </nav>
        )}
      </footer>
    </section>
  )
}

type CountsProps = { id: string; view: View; period: Period; kept: number }

/** A sample: how many were counted, how many of those are kept, and which. */
async function Counts({ id, view: { filter }, period, kept }: CountsProps) {
  const t = await getTranslations('usage.calls')
  const format = await getFormatter()
  const { status, endpoint, code } = filter
  const counted = await countCalls({ applicationId: id, ...period }, { status, endpoint, code })
  const { successes, errors } = requestLogRetention
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
      <p className="font-semibold text-ink text-sm">
        {counted === null
          ? t('kept', { kept: format.number(kept) })
          : t('countedAndKept', { counted: format.number(counted), kept: format.number(kept) })}
      </p>
      <p className="max-md:hidden">{t('sample')}</p>
      <details className="ml-auto open:basis-full">
        <summary className="inline-flex min-h-6 items-center underline underline-offset-4">
          {t('rule')}
        </summary>
        <p className="max-w-180">
          {t('lead', {
            successes: successes.calls,
            successDays: successes.days,
            errors: errors.calls,
            errorDays: errors.days,
          })}
        </p>
      </details>
    </div>
  )
}

/** The page of the log in the period; if it does not hold the current call, the page that begins with that. */
async function find(applicationId: string, { filter, before }: View, from: Date, current: Props['current']) {
  const inPeriod = { ...filter, from: filter.from ?? from }
  const page = await searchCalls(applicationId, inPeriod, pageSize, before)
  if (!current || page.calls.some(({ id }) => id === current.id)) return page
  return searchCalls(applicationId, filter, pageSize, current.id + 1n)
}

type LogFilterProps = {
  applicationId: string
  view: View
  offered: readonly { name: 'status' | 'code'; value: string; calls: number }[]
}

/** The criteria as chips, each a link, and all of them as a form. */
async function LogFilter({ applicationId, view, offered }: LogFilterProps) {
  const t = await getTranslations('usage')
  const format = await getFormatter()
  const { range, given, problems } = view
  const right = Object.fromEntries(
    Object.entries(given).filter(([name]) => !problems.includes(name as FilterName)),
  )
  return (
    <div className="no-print grid grid-cols-[minmax(0,max-content)_auto] gap-2">
      <nav aria-label={t('calls.filter')} data-chips="">
        <ul className="flex gap-2 max-sm:overflow-x-auto sm:flex-wrap">
          {listChips(right, offered).map(({ name, value, isSet, set, unset }) => {
            const calls = offered.find((each) => each.name === name && each.value === value)?.calls
            return (
              <li key={`${name} ${value}`} className="shrink-0">
                <FilterChip
                  href={trafficPath(applicationId, { range, given: isSet ? unset : set })}
                  isSet={isSet}
                  remove={t('calls.remove')}
                  mono={name === 'code'}
                >
                  {name === 'endpoint' ? t(`endpoint.${value as 'token'}`) : value}
                  {calls ? <span className="tabular-nums">{format.number(calls)}</span> : null}
                </FilterChip>
              </li>
            )
          })}
        </ul>
      </nav>
      <details open={problems.length > 0 || undefined} className="open:col-span-2">
        <summary className="inline-flex whitespace-nowrap min-h-7 items-center rounded-md border border-line bg-surface px-2.5 font-medium text-muted text-xs hover:border-line-strong hover:text-ink">
          {t('calls.more')}
        </summary>
        <Fields applicationId={applicationId} view={view} />
      </details>
    </div>
  )
}

async function Fields({ applicationId, view }: Omit<LogFilterProps, 'offered'>) {
  const t = await getTranslations('usage')
  const { range, given, problems } = view
  const field = (name: Exclude<FilterName, 'before'>) => ({
    name,
    id: `log-${name}`,
    label: t(`calls.${name}`),
    defaultValue: given[name] ?? '',
    error: problems.includes(name) ? t(`calls.errors.${name}`) : undefined,
  })
  return (
    <div className="mt-3">
      <FilterBar
        label={t('calls.filter')}
        apply={t('calls.apply')}
        url={trafficPath(applicationId, newest(view))}
        plain={trafficPath(applicationId, { range, given: {} })}
        className="sm:grid-cols-2 lg:grid-cols-3"
      >
        {range !== 'day' && <input type="hidden" name="range" value={range} />}
        <TextInput {...field('status')} placeholder="4xx" maxLength={10} mono />
        <Select
          {...field('endpoint')}
          options={[
            { value: '', label: t('calls.any') },
            ...meteredEndpoints.map((value) => ({ value, label: t(`endpoint.${value}`) })),
          ]}
        />
        <TextInput {...field('code')} placeholder="account_not_found" maxLength={60} mono />
        <TextInput {...field('from')} placeholder="2026-11-21" maxLength={40} mono />
        <TextInput {...field('to')} placeholder="2026-11-21T09:00:00Z" maxLength={40} mono />
      </FilterBar>
    </div>
  )
}
