import { Boxes } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAdministrator } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { ApplicationState, Environment } from '@/generated/prisma/enums'
import { searchApplications } from '@/lib/applications/directory'
import { SearchPage } from '../search-page'
import { ApplicationTable } from './application-table'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.applications')

export default async function AllApplicationsPage({ searchParams }: Props) {
  await requireAdministrator()
  return (
    <SearchPage
      area="applications"
      query={await searchParams}
      icon={Boxes}
      choices={await choices()}
      search={searchApplications}
      table={(rows) => <ApplicationTable rows={rows} />}
    />
  )
}

async function choices() {
  const t = await getTranslations('administration.applications')
  const common = await getTranslations('common')
  return [
    {
      name: 'environment',
      label: t('environment'),
      options: Object.values(Environment).map((value) => ({ value, label: common(`environment.${value}`) })),
    },
    {
      name: 'state',
      label: t('state'),
      options: Object.values(ApplicationState).map((value) => ({ value, label: common(`state.${value}`) })),
    },
  ]
}
