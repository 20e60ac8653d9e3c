import { ChevronDown, ScrollText } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryReader } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { type Query, withQuery } from '@/components/query'
import { DateTime } from '@/components/ui/date-time'
import { DownloadLink } from '@/components/ui/download-link'
import { chipLook, FilterBar, FilterChip } from '@/components/ui/filter-bar'
import { EmptyState } from '@/components/ui/notice'
import { RowShortcuts } from '@/components/ui/row-shortcuts'
import { Select } from '@/components/ui/select'
import { besidePanel } from '@/components/ui/side-panel'
import { StateLine } from '@/components/ui/state-line'
import { TextInput } from '@/components/ui/text-input'
import { searchAudit } from '@/lib/audit/queries'
import { verifyNewest } from '@/lib/audit/verify'
import { now } from '@/lib/clock'
import { databasePool } from '@/lib/database'
import { auditGroups } from '@/lib/feature'
import { readRun } from '@/lib/health/command-runs'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import { AdministrationPageLayout } from '../page-layout'
import { Pages } from '../pages'
import { AuditList, foldAudit } from './audit-list'
import { EntryPanel } from './entry-panel'
import {
  type AuditSearch,
  auditActors,
  countChips,
  listRecordedActions,
  readSearch,
  resolveSearch,
  type SearchProblem,
} from './filter'
import { actionLabels } from './sentence'

type Props = { searchParams: Promise<Query> }

const path = '/administration/audit'

/** Lines of a page, and of how many entries they are made. */
const pageSize = 40
const mostEntries = 400
/** Those that are verified with each view, and counted for the chips. */
const newest = 1000

const sequence = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
  .catch(undefined)
const readPlace = queryReader({ before: sequence, after: sequence, entry: sequence })

export const generateMetadata = pageMetadata('administration.audit')

export default async function AuditPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const search = readSearch(query)
  const { entry, ...place } = readPlace(query)
  const { filter, problems } = await resolveSearch(search)
  const t = await getTranslations('administration.audit')
  const found = problems.length > 0 ? nothing : await findLines(filter, place, search)
  const shown = entry === undefined ? undefined : await findEntry(entry)
  const rows = found.lines.map(({ row }) => row)
  const names = await nameAuditRows(shown ? [shown, ...rows] : rows)
  const pathOf = (values: Query) => withQuery(path, { ...search, ...values })
  return (
    <AdministrationPageLayout current="audit" title={t('title')} query={query}>
      <div className={shown ? besidePanel : undefined}>
        <Chain search={search} />
        <AuditFilters search={search} problems={problems} />
        {rows.length === 0 ? (
          <EmptyState icon={<ScrollText />} title={t('none')}>
            {t('noneBody')}
          </EmptyState>
        ) : (
          <AuditList
            lines={found.lines}
            names={names}
            search={{ ...search, ...place }}
            current={shown?.sequence}
          />
        )}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3 text-muted text-xs">
          {shown ? <span /> : <RowShortcuts hint={t('keys')} />}
          <Pages
            newest={found.newer && pathOf({})}
            newer={found.newer && pathOf({ after: rows[0]?.sequence })}
            older={found.older && pathOf({ before: found.lines.at(-1)?.oldest.sequence })}
          />
        </div>
      </div>
      {shown && (
        <EntryPanel
          row={shown}
          names={names.get(shown.sequence)}
          pathOf={(number) => pathOf({ ...place, entry: number })}
          {...(await findNeighbours(filter, shown.sequence))}
        />
      )}
    </AdministrationPageLayout>
  )
}

const nothing: Awaited<ReturnType<typeof findLines>> = { lines: [], older: false, newer: false }

type Filter = Awaited<ReturnType<typeof resolveSearch>>['filter']

/** A page of lines; entries of one action are not folded where that action was searched for. */
async function findLines(
  filter: Filter,
  { before, after }: { before?: string; after?: string },
  { action }: AuditSearch,
) {
  const found = await searchAudit(filter, { olderThan: before, newerThan: after }, mostEntries)
  const all = action ? found.rows.map((row) => ({ row, count: 1, oldest: row })) : foldAudit(found.rows)
  const isCut = all.length > pageSize
  return after === undefined
    ? { lines: all.slice(0, pageSize), older: found.older || isCut, newer: found.newer }
    : { lines: all.slice(-pageSize), older: found.older, newer: found.newer || isCut }
}

async function findEntry(number: string) {
  const { rows } = await searchAudit({}, { olderThan: String(BigInt(number) + 1n) }, 1)
  return rows[0]?.sequence === number ? rows[0] : undefined
}

async function findNeighbours(filter: Filter, number: string) {
  const [newer, older] = await Promise.all([
    searchAudit(filter, { newerThan: number }, 1),
    searchAudit(filter, { olderThan: number }, 1),
  ])
  return { newer: newer.rows[0]?.sequence, older: older.rows[0]?.sequence }
}

/** Whether the chain holds, as far as this page or the last run of the command verified it, and the export. */
async function Chain({ search }: { search: AuditSearch }) {
  const t = await getTranslations('administration.audit')
  const format = await getFormatter()
  const pool = databasePool()
  const [chain, run] = await Promise.all([verifyNewest(pool, newest), readRun(pool, 'audit:verify')])
  if (!chain) return null
  const { last, since, checked, broken } = chain
  const how = checked === Number(last) ? 'now' : run.completed ? 'run' : 'never'
  const isWhole = broken === null && run.faults === 0
  const verdict = how === 'never' ? t('newestWhole', { checked }) : t('whole')
  const fault = broken
    ? t('broken', { number: format.number(BigInt(broken)) })
    : t('faults', { count: run.faults })
  return (
    <StateLine
      tone={isWhole ? 'success' : 'danger'}
      title={isWhole ? verdict : fault}
      act={(['csv', 'jsonl'] as const).map((type) => (
        <DownloadLink
          key={type}
          href={withQuery(`${path}/export`, { format: type, ...search })}
          size="small"
          variant="quiet"
        >
          <span className="sr-only">{t('export')} </span>
          {t(type)}
        </DownloadLink>
      ))}
    >
      {t.rich('extent', {
        how,
        entries: Number(last),
        since: () => <DateTime at={since} as="date" />,
        at: () => <DateTime at={new Date(now().getTime() - run.ageSeconds * 1000)} as="relative" />,
      })}
    </StateLine>
  )
}

type FilterProps = { search: AuditSearch; problems: SearchProblem[] }

/** What is shown of the log: chips with their counts among the newest entries, then a person, an action, a period. */
async function AuditFilters({ search, problems }: FilterProps) {
  const t = await getTranslations('administration.audit')
  const format = await getFormatter()
  const counts = await countChips(newest)
  const chip = (name: 'group' | 'by', value: keyof typeof counts) => (
    <FilterChip
      key={value}
      href={withQuery(path, { ...search, [name]: search[name] === value ? undefined : value })}
      isSet={search[name] === value}
      remove={t('remove')}
    >
      {t(`chips.${value}`)} <span className="tabular-nums">{format.number(counts[value])}</span>
    </FilterChip>
  )
  return (
    <div className="mt-4 mb-3 flex flex-wrap items-start gap-2 max-sm:grid">
      <nav
        aria-label={t('chips.label', { newest })}
        data-chips=""
        className="flex gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 sm:flex-wrap *:shrink-0"
      >
        {auditGroups.map((group) => chip('group', group))}
        <span aria-hidden="true" className="my-1 border-line border-l" />
        {auditActors.map((by) => chip('by', by))}
        <span aria-hidden="true" className="my-1 border-line border-l" />
        <FilterChip
          href={withQuery(path, { ...search, hideSignIns: search.hideSignIns ? undefined : 'on' })}
          isSet={search.hideSignIns === 'on'}
          remove={t('showSignIns')}
        >
          {t('hideSignIns')}
        </FilterChip>
      </nav>
      <Fields search={search} problems={problems} />
    </div>
  )
}

async function Fields({ search, problems }: FilterProps) {
  const t = await getTranslations('administration')
  const { actor, action, subject, from, to } = search
  const labels = await actionLabels()
  const field = (name: 'actor' | 'subject' | 'from' | 'to') => {
    const problem = problems.find((each) => each.field === name)
    return {
      name,
      label: t(`audit.${name}`),
      defaultValue: search[name],
      error: problem && t(`audit.${problem.reason}`, { email: search[name] ?? '' }),
    }
  }
  const actions = (await listRecordedActions()).map((value) => ({ value, label: labels(value) }))
  const isWrong = (...names: string[]) => problems.some((each) => names.includes(each.field))
  return (
    <FilterBar
      label={t('filter.label')}
      apply={t('filter.apply')}
      url={withQuery(path, search)}
      plain={path}
      className="filter-folds"
    >
      <Fold name={t('audit.person')} chosen={[actor, subject]} isOpen={isWrong('actor', 'subject')}>
        <TextInput {...field('actor')} type="search" hint={t('audit.actorHint')} maxLength={254} />
        <TextInput {...field('subject')} type="search" hint={t('audit.subjectHint')} maxLength={254} />
      </Fold>
      <Fold name={t('audit.action')} chosen={[action && labels(action)]}>
        <Select
          name="action"
          label={t('audit.action')}
          defaultValue={action}
          options={[{ value: '', label: t('filter.any') }, ...actions]}
        />
      </Fold>
      <Fold name={t('audit.period')} chosen={[from, to]} isOpen={isWrong('from', 'to')}>
        <TextInput {...field('from')} type="date" />
        <TextInput {...field('to')} type="date" />
      </Fold>
      {(['group', 'by', 'hideSignIns'] as const).map(
        (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
      )}
    </FilterBar>
  )
}

type FoldProps = { name: string; chosen: (string | undefined)[]; isOpen?: boolean; children: ReactNode }

/** Fields below a chip that says what is in them. */
function Fold({ name, chosen, isOpen, children }: FoldProps) {
  const values = chosen.filter(Boolean)
  return (
    <details name="audit-filter" open={isOpen || undefined} className="sm:relative">
      <summary className={chipLook(values.length > 0)}>
        {[name, ...values].join(' · ')}
        <ChevronDown className="size-3.5" aria-hidden="true" />
      </summary>
      <div
        tabIndex={-1}
        className="absolute inset-x-0 z-10 mt-1 grid gap-4 rounded-xl border border-line bg-surface p-4 shadow-lifted sm:right-auto sm:w-80"
      >
        {children}
      </div>
    </details>
  )
}
