import { ChevronDown } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { withQuery } from '@/components/query'
import { FilterBar } from '@/components/ui/filter-bar'
import { chipLook, FilterChip } from '@/components/ui/filter-chip'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { listAuditActions } from '@/lib/audit/queries'
import { type AuditSearch, auditActors, auditGroups, countChips, type SearchProblem } from './filter'
import { actionLabels } from './sentence'

const path = '/administration/audit'

type Props = {
  search: AuditSearch
  problems: SearchProblem[]
  /** How many of the newest entries the counts are of. */
  newest: number
}

/** What is shown of the log: chips with their counts among the newest entries, then a person, an action, a period. */
export async function AuditFilters({ search, problems, newest }: Props) {
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

async function Fields({ search, problems }: Omit<Props, 'newest'>) {
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
  const actions = (await listAuditActions()).map((value) => ({ value, label: labels(value) }))
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
