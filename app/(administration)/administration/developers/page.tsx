import { Users } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { type DeveloperEntry, developerStates, searchDevelopers } from '@/lib/developers/directory'
import { type Query, readChoice, readText, withQuery } from '../address'
import { FilterBar } from '../filter-bar'
import { Frame } from '../frame'
import { Moment } from '../moment'
import { Pages } from '../pages'
import { DeveloperState } from './developer-state'

type Props = { searchParams: Promise<Query> }

const path = '/administration/developers'
const pageSize = 50
const roles = ['developer', 'reviewer', 'administrator'] as const

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('administration.developers'))('title') }
}

export default async function DevelopersPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const filter = {
    text: readText(query, 'text'),
    role: readChoice(query, 'role', roles),
    state: readChoice(query, 'state', developerStates),
  }
  const before = readText(query, 'before')
  const { rows, older } = await searchDevelopers(filter, before, pageSize)
  const t = await getTranslations('administration.developers')
  return (
    <Frame current="developers" title={t('title')} lead={t('lead')}>
      <Filter filter={filter} />
      {rows.length === 0 ? (
        <EmptyState icon={<Users aria-hidden="true" />} title={t('none')}>
          {t('noneBody')}
        </EmptyState>
      ) : (
        <DeveloperTable rows={rows} />
      )}
      <Pages
        newest={before !== undefined && withQuery(path, filter)}
        older={older && withQuery(path, { ...filter, before: rows.at(-1)?.id })}
      />
    </Frame>
  )
}

async function Filter({ filter }: { filter: { text?: string; role?: string; state?: string } }) {
  const t = await getTranslations('administration')
  const any = { value: '', label: t('filter.any') }
  return (
    <FilterBar path={path} address={withQuery(path, filter)}>
      <TextInput
        type="search"
        name="text"
        label={t('developers.text')}
        defaultValue={filter.text}
        maxLength={254}
      />
      <Select
        name="role"
        label={t('developers.role')}
        defaultValue={filter.role}
        options={[any, ...roles.map((value) => ({ value, label: t(`roles.${value}`) }))]}
      />
      <Select
        name="state"
        label={t('developers.state')}
        defaultValue={filter.state}
        options={[
          any,
          ...developerStates.map((value) => ({ value, label: t(`developers.states.${value}`) })),
        ]}
      />
    </FilterBar>
  )
}

async function DeveloperTable({ rows }: { rows: DeveloperEntry[] }) {
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  const columns: Column<DeveloperEntry>[] = [
    {
      label: t('email'),
      cell: ({ id, email }) => (
        <Link
          href={`${path}/${id}`}
          prefetch={false}
          className="inline-flex min-h-8 items-center underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        >
          {email}
        </Link>
      ),
    },
    { label: t('role'), cell: ({ role }) => roleNames(role) },
    { label: t('state'), cell: (developer) => <DeveloperState {...developer} /> },
    { label: t('applications'), cell: ({ applications }) => applications, numeric: true },
    { label: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  return <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
