import { Building2, Plus } from 'lucide-react'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireDeveloper } from '@/app/_request/session'
import { Offers } from '@/app/_team/offers'
import { FlashMessages } from '@/components/flash-messages'
import { RoleName } from '@/components/person'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/notice'
import { type Column, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { listTeamInvitations } from '@/lib/applications/join'
import { countryName } from '@/lib/organisations/countries'
import { listOrganisations } from '@/lib/organisations/queries'

type Row = Awaited<ReturnType<typeof listOrganisations>>[number]

export const generateMetadata = pageMetadata('organisations')

/** The list; someone's only organisation is opened instead. */
export default async function OrganisationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireDeveloper()
  const rows = await listOrganisations(developer.id)
  const query = await searchParams
  const [only, ...others] = rows
  if (only && others.length === 0 && !query.done && (await listTeamInvitations(developer.id)).length === 0)
    redirect(`/organisations/${only.id}`)
  const t = await getTranslations('organisations')
  const create = (
    <ButtonLink href="/organisations/new">
      <Plus aria-hidden="true" />
      {t('new')}
    </ButtonLink>
  )
  return (
    <HomeShell
      current="organisations"
      title={t('title')}
      lead={rows.length > 0 && t('lead')}
      actions={rows.length > 0 && create}
    >
      <FlashMessages
        query={query}
        done={{ keys: ['left', 'closed'], text: (key) => t(`done.${key}`) }}
        className="mb-6"
      />
      <Offers developerId={developer.id} />
      {rows.length === 0 ? (
        <EmptyState icon={<Building2 />} title={t('empty.title')} action={create}>
          {t('empty.body')}
        </EmptyState>
      ) : (
        <Table caption={t('title')} columns={await columns()} rows={rows} rowKey={({ id }) => id} />
      )}
    </HomeShell>
  )
}

async function columns(): Promise<Column<Row>[]> {
  const t = await getTranslations('organisations')
  const locale = await getLocale()
  return [
    {
      label: t('fields.legalName'),
      cell: ({ id, legalName }) => <TextLink href={`/organisations/${id}`}>{legalName}</TextLink>,
    },
    { label: t('fields.country'), plain: true, cell: ({ country }) => countryName(country, locale) },
    { label: t('state'), plain: true, cell: ({ state }) => <StateBadge state={state} /> },
    { label: t('applications.title'), cell: ({ applications }) => applications },
    { label: t('yourRole'), plain: true, cell: ({ role }) => <RoleName role={role} /> },
  ]
}
