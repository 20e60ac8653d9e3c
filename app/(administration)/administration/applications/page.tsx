import { Boxes } from 'lucide-react'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireAdministrator } from '@/app/_request/session'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { ApplicationState, Environment } from '@/generated/prisma/enums'
import { searchApplications } from '@/lib/applications/directory'
import { type Query, readChoice, readText, withQuery } from '../address'
import { FilterBar } from '../filter-bar'
import { Frame } from '../frame'
import { Pages } from '../pages'
import { ApplicationTable } from './application-table'

type Props = { searchParams: Promise<Query> }

const path = '/administration/applications'
const pageSize = 50
const states = Object.values(ApplicationState)
const environments = Object.values(Environment)

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('administration.applications'))('title') }
}

export default async function AllApplicationsPage({ searchParams }: Props) {
  await requireAdministrator()
  const query = await searchParams
  const filter = {
    text: readText(query, 'text'),
    environment: readChoice(query, 'environment', environments),
    state: readChoice(query, 'state', states),
  }
  const before = readText(query, 'before')
  const { rows, older } = await searchApplications(filter, before, pageSize)
  const t = await getTranslations('administration.applications')
  return (
    <Frame current="applications" title={t('title')} lead={t('lead')}>
      <Filter filter={filter} />
      {rows.length === 0 ? (
        <EmptyState icon={<Boxes aria-hidden="true" />} title={t('none')}>
          {t('noneBody')}
        </EmptyState>
      ) : (
        <ApplicationTable rows={rows} />
      )}
      <Pages
        newest={before !== undefined && withQuery(path, filter)}
        older={older && withQuery(path, { ...filter, before: rows.at(-1)?.id })}
      />
    </Frame>
  )
}

async function Filter({ filter }: { filter: { text?: string; environment?: string; state?: string } }) {
  const t = await getTranslations('administration')
  const common = await getTranslations('common')
  const any = { value: '', label: t('filter.any') }
  return (
    <FilterBar path={path} address={withQuery(path, filter)}>
      <TextInput
        type="search"
        name="text"
        label={t('applications.text')}
        defaultValue={filter.text}
        maxLength={254}
      />
      <Select
        name="environment"
        label={t('applications.environment')}
        defaultValue={filter.environment}
        options={[any, ...environments.map((value) => ({ value, label: common(`environment.${value}`) }))]}
      />
      <Select
        name="state"
        label={t('applications.state')}
        defaultValue={filter.state}
        options={[any, ...states.map((value) => ({ value, label: common(`state.${value}`) }))]}
      />
    </FilterBar>
  )
}
