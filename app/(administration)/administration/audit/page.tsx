import { ScrollText } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { queryReader } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { type Query, withQuery } from '@/components/query'
import { DownloadLink } from '@/components/ui/download-link'
import { FilterChip } from '@/components/ui/filter-chip'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { listAuditActions, searchAudit } from '@/lib/audit/queries'
import { nameAuditRows } from '@/lib/lifecycle/audit-names'
import { ListPage } from '../list-page'
import { AuditList } from './audit-list'
import { type AuditSearch, readSearch, resolveSearch } from './filter'
import { useActionLabel } from './sentence'

type Props = { searchParams: Promise<Query> }
type Errors = Partial<Record<keyof AuditSearch, string>>

const pageSize = 25
const sequence = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
  .catch(undefined)
const readPlace = queryReader({ before: sequence, after: sequence })

export const generateMetadata = titled('administration.audit')

export default async function AuditPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const search = readSearch(query)
  const { filter, problems } = await resolveSearch(search)
  const { before, after } = readPlace(query)
  const found =
    problems.length > 0
      ? nothing
      : await searchAudit(filter, { olderThan: before, newerThan: after }, pageSize)
  const names = await nameAuditRows(found.rows)
  const t = await getTranslations('administration.audit')
  const errors: Errors = Object.fromEntries(
    problems.map(({ field, reason }) => [field, t(reason, { email: search[field] ?? '' })]),
  )
  return (
    <ListPage
      area="audit"
      query={query}
      filter={search}
      fields={<Fields search={search} errors={errors} />}
      icon={ScrollText}
      isEmpty={found.rows.length === 0}
      newest={found.newer}
      newer={found.newer && { after: found.rows[0]?.sequence }}
      older={found.older && { before: found.rows.at(-1)?.sequence }}
    >
      <Presets search={search} />
      <AuditList rows={found.rows} names={names} />
    </ListPage>
  )
}

const nothing = { rows: [], older: false, newer: false }

async function Fields({ search, errors }: { search: AuditSearch; errors: Errors }) {
  const t = await getTranslations('administration')
  const actions = await listAuditActions()
  const field = (name: 'actor' | 'subject' | 'from' | 'to') => ({
    name,
    label: t(`audit.${name}`),
    defaultValue: search[name],
    error: errors[name],
  })
  return (
    <>
      <TextInput {...field('actor')} type="search" placeholder={t('audit.actorHint')} maxLength={254} />
      <ActionChoice actions={actions} chosen={search.action} />
      <TextInput {...field('subject')} type="search" placeholder={t('audit.subjectHint')} maxLength={254} />
      <TextInput {...field('from')} type="date" />
      <TextInput {...field('to')} type="date" />
      <input type="hidden" name="hideSignIns" value={search.hideSignIns ?? ''} />
    </>
  )
}

function ActionChoice({ actions, chosen }: { actions: string[]; chosen: string | undefined }) {
  const t = useTranslations('administration')
  const label = useActionLabel()
  return (
    <Select
      name="action"
      label={t('audit.action')}
      defaultValue={chosen}
      options={[
        { value: '', label: t('filter.any') },
        ...actions.map((value) => ({ value, label: label(value) })),
      ]}
    />
  )
}

async function Presets({ search }: { search: AuditSearch }) {
  const t = await getTranslations('administration.audit')
  const isSet = search.hideSignIns === 'on'
  return (
    <div className="no-print mb-4 flex flex-wrap items-center gap-2 text-sm">
      <FilterChip
        href={withQuery('/administration/audit', { ...search, hideSignIns: isSet ? undefined : 'on' })}
        isSet={isSet}
        remove={t('showSignIns')}
      >
        {t('hideSignIns')}
      </FilterChip>
      <span className="text-muted max-sm:w-full sm:ml-auto">{t('export')}</span>
      {(['csv', 'jsonl'] as const).map((format) => (
        <DownloadLink
          key={format}
          href={withQuery('/administration/audit/export', { format, ...search })}
          size="small"
        >
          {t(format)}
        </DownloadLink>
      ))}
    </div>
  )
}
