import { Building2 } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { DateTime } from '@/components/ui/date-time'
import { type Column, Table } from '@/components/ui/table'
import { RowLink } from '@/components/ui/text-link'
import { OrganisationState } from '@/generated/prisma/enums'
import { useLocale } from '@/i18n/current-locale'
import { countryName } from '@/lib/organisations/countries'
import { type OrganisationEntry, searchOrganisations } from '@/lib/organisations/queries'
import { SearchPage } from '../search-page'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.organisations')

export default async function AllOrganisationsPage({ searchParams }: Props) {
  await requireAdministrator()
  const t = await getTranslations('administration.organisations')
  const common = await getTranslations('common')
  const states = Object.values(OrganisationState)
  return (
    <SearchPage
      area="organisations"
      query={await searchParams}
      icon={Building2}
      choices={[
        {
          name: 'state',
          label: t('state'),
          options: states.map((value) => ({ value, label: common(`state.${value}`) })),
        },
      ]}
      search={searchOrganisations}
      table={(rows) => <OrganisationTable rows={rows} />}
    />
  )
}

function OrganisationTable({ rows }: { rows: OrganisationEntry[] }) {
  const t = useTranslations('administration.organisations')
  const own = useTranslations('organisations.fields')
  const locale = useLocale()
  const format = useFormatter()
  const columns: Column<OrganisationEntry>[] = [
    { label: own('legalName'), cell: (row) => <Name {...row} /> },
    { label: own('country'), plain: true, cell: ({ country }) => countryName(country, locale) },
    { label: own('registrationNumber'), cell: (row) => row.registrationNumber },
    { label: t('state'), plain: true, cell: ({ state }) => <StateBadge state={state} /> },
    { label: t('applications'), cell: ({ applications }) => format.number(applications) },
    { label: t('created'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function Name({ id, legalName }: OrganisationEntry) {
  return <RowLink href={`/administration/organisations/${id}`}>{legalName}</RowLink>
}
