import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { Invited } from '@/app/_team/invited'
import { describeRecord } from '@/components/organisation-record'
import { RoleName } from '@/components/person'
import { type Query, withQuery } from '@/components/query'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { Section } from '@/components/ui/section'
import { StateLine } from '@/components/ui/state-line'
import { type Column, Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import { states } from '@/lib/applications/states'
import { findOrganisationEntry } from '@/lib/organisations/queries'
import { ApplicationCard } from '../../applications/application-table'
import { Appointment, listSuccessors } from '../../appointment'
import { AdministrationPageLayout } from '../../page-layout'
import { MemberName, type TeamMembers } from '../../people'
import { appointOrganisationOwner } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findOrganisationEntry>>>

/** For the page and its title, which Next.js asks for apart from each other. */
const findEntry = cache(async (id: string) => {
  await requireAdministrator()
  return findOrganisationEntry(id)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findEntry((await params).id))?.legalName }
}

export default async function AnyOrganisationPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const organisation = await findEntry((await params).id)
  if (!organisation) notFound()
  const t = await getTranslations('administration.organisations')
  return (
    <AdministrationPageLayout
      current="organisations"
      title={organisation.legalName}
      above={{ href: '/administration/organisations', label: t('title') }}
      query={await searchParams}
    >
      <State organisation={organisation} />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-10">
        <div className="grid min-w-0 gap-6">
          <ApplicationCard organisationId={organisation.id} />
          <People members={organisation.members} />
        </div>
        <div className="grid min-w-0 gap-6">
          <About organisation={organisation} />
          <Invited subjectId={organisation.id} staffId={administrator.id} />
          <Succession organisation={organisation} administrator={administrator} />
        </div>
      </div>
    </AdministrationPageLayout>
  )
}

/** Its state, and what its reviewers received last. */
async function State({ organisation: { state, verifiedAt, submissions } }: { organisation: Entry }) {
  const t = await getTranslations('administration.organisations')
  const names = await getTranslations('common.state')
  return (
    <StateLine
      tone={states[state].tone}
      title={`${names(state)}.`}
      act={submissions.map(({ id }) => (
        <TextLink key={id} href={`/review/${id}`} className="text-sm">
          {t('review')}
        </TextLink>
      ))}
    >
      {verifiedAt && t.rich('verifiedSince', { at: () => <DateTime at={verifiedAt} as="date" /> })}
    </StateLine>
  )
}

async function People({ members }: Pick<Entry, 'members'>) {
  const t = await getTranslations('team.people')
  const columns: Column<TeamMembers[number]>[] = [
    {
      label: t('person'),
      cell: (member) => (
        <span className="flex flex-wrap items-center gap-2">
          <MemberName member={member} />
          {member.developer.suspendedAt && <Badge tone="warning">{t('suspended')}</Badge>}
        </span>
      ),
    },
    { label: t('role'), plain: true, cell: ({ role }) => <RoleName role={role} /> },
    { label: t('since'), cell: ({ joinedAt }) => <DateTime at={joinedAt} as="date" /> },
  ]
  return (
    <Section title={t('title')}>
      <Table
        linked
        caption={t('title')}
        columns={columns}
        rows={members}
        rowKey={({ developerId }) => developerId}
      />
    </Section>
  )
}

async function About({ organisation }: { organisation: Entry }) {
  const t = await getTranslations('administration.organisations')
  const application = await getTranslations('administration.applications')
  const developers = await getTranslations('administration.developers')
  const { id, createdAt } = organisation
  const audit = withQuery('/administration/audit', { subject: id })
  const items = [
    ...(await describeRecord(organisation)),
    { term: t('created'), value: <DateTime at={createdAt} /> },
  ]
  return (
    <Section title={application('about')} act={<TextLink href={audit}>{developers('history')}</TextLink>}>
      <FactList items={items} />
    </Section>
  )
}

type SuccessionProps = { organisation: Entry; administrator: CurrentDeveloper }

async function Succession({ organisation: { id, state, members }, administrator }: SuccessionProps) {
  const successors = listSuccessors(members, members, administrator.id)
  if (state === 'closed' || successors.length === 0) return null
  const t = await getTranslations('administration.organisations')
  return (
    <Appointment
      body={t('appointBody')}
      action={appointOrganisationOwner.bind(null, id)}
      successors={successors}
    />
  )
}
