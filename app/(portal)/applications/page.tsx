import { KeyRound, Plus } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { requireDeveloper } from '@/app/_request/session'
import { EnvironmentBadge } from '@/components/environment-badge'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { TeamRoleBadge } from '@/components/team-role-badge'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Moment } from '@/components/ui/moment'
import { PageHeader } from '@/components/ui/page-header'
import { type Column, Table } from '@/components/ui/table'
import { listApplications } from '@/lib/applications/queries'
import { Offers } from './offers'

type Application = Awaited<ReturnType<typeof listApplications>>[number]

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('applications'))('title') }
}

export default async function ApplicationsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireDeveloper()
  const t = await getTranslations('applications')
  const applications = await listApplications(developer.id)
  const create = (
    <ButtonLink href="/applications/new">
      <Plus aria-hidden="true" />
      {t('new')}
    </ButtonLink>
  )
  const team = await getTranslations('team.done')
  const above = (
    <>
      <OneTimeNotices
        query={await searchParams}
        done={{ keys: ['left', 'declined'], text: (key) => team(key) }}
        className="mb-6"
      />
      <Offers developerId={developer.id} />
    </>
  )
  if (applications.length === 0)
    return (
      <>
        <PageHeader title={t('title')} />
        {above}
        <EmptyState icon={<KeyRound aria-hidden="true" />} title={t('empty.title')} action={create}>
          {t('empty.body')}
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title={t('title')} actions={create}>
        {t('lead')}
      </PageHeader>
      {above}
      <div className="sm:rounded-2xl sm:border sm:border-line sm:bg-surface sm:px-3 sm:py-1 sm:shadow-card">
        <Table
          caption={t('table.caption')}
          columns={await columns(applications.some(({ shared }) => shared))}
          rows={applications}
          rowKey={({ id }) => id}
        />
      </div>
    </>
  )
}

/** @param withRoles if any of the applications is shared */
async function columns(withRoles: boolean): Promise<Column<Application>[]> {
  const t = await getTranslations('applications.table')
  return [
    {
      label: t('name'),
      cell: ({ id, name }) => (
        <Link
          href={`/applications/${id}`}
          className="inline-block min-h-6 font-medium text-accent underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </Link>
      ),
    },
    {
      label: t('environment'),
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    },
    { label: t('state'), cell: ({ state }) => <StateBadge state={state} /> },
    ...(withRoles
      ? [
          {
            label: t('role'),
            cell: ({ role }: Application) => <TeamRoleBadge role={role} />,
          },
        ]
      : []),
    {
      label: t('created'),
      cell: ({ createdAt }) => (
        <span className="text-muted">
          <Moment at={createdAt} as="date" />
        </span>
      ),
    },
  ]
}
