import { Users } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import { Person } from '@/components/person'
import type { Query } from '@/components/query'
import { DateTime } from '@/components/ui/date-time'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { Role } from '@/generated/prisma/enums'
import { type DeveloperEntry, developerStates, searchDevelopers } from '@/lib/developers/directory'
import { SearchPage } from '../search-page'
import { DeveloperStateBadge } from './developer-state'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.developers')

export default async function DevelopersPage({ searchParams }: Props) {
  await requireAdministrator()
  return (
    <SearchPage
      area="developers"
      query={await searchParams}
      icon={Users}
      choices={await choices()}
      search={searchDevelopers}
      table={(rows) => <DeveloperTable rows={rows} />}
    />
  )
}

async function choices() {
  const t = await getTranslations('administration')
  return [
    {
      name: 'role',
      label: t('developers.role'),
      options: Object.values(Role).map((value) => ({ value, label: t(`roles.${value}`) })),
    },
    {
      name: 'state',
      label: t('developers.state'),
      options: developerStates.map((value) => ({ value, label: t(`developers.states.${value}`) })),
    },
  ]
}

async function DeveloperTable({ rows }: { rows: DeveloperEntry[] }) {
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  const columns: Column<DeveloperEntry>[] = [
    {
      label: t('person'),
      cell: (person) => (
        <Person person={person}>
          {(name) => <RowLink href={`/administration/developers/${person.id}`}>{name}</RowLink>}
        </Person>
      ),
    },
    {
      label: t('role'),
      plain: true,
      cell: (person) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <span className={person.role === 'developer' ? 'text-muted' : 'font-medium'}>
            {roleNames(person.role)}
          </span>
          <DeveloperStateBadge {...person} />
        </span>
      ),
    },
    { label: t('applications'), cell: ({ applications }) => applications, numeric: true },
    {
      label: t('seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? <DateTime at={lastSeenAt} as="relative" /> : '–'),
    },
    { label: t('created'), cell: ({ createdAt }) => <DateTime at={createdAt} as="date" /> },
  ]
  return <Table linked caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
