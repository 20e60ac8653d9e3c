import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { Invited } from '@/app/_team/invited'
import { describeRecord } from '@/components/organisation-record'
import { type Query, withQuery } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/fact-list'
import { Section } from '@/components/ui/section'
import { TextLink } from '@/components/ui/text-link'
import { findOrganisationEntry } from '@/lib/organisations/directory'
import { ApplicationCard } from '../../applications/application-table'
import { Appointment, listSuccessors } from '../../appointment'
import { AdministrationPageLayout } from '../../page-layout'
import { PeopleList } from '../../people'
import { appointOrganisationOwner } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findOrganisationEntry>>>

export const generateMetadata = pageMetadata('administration.organisations')

export default async function AnyOrganisationPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const organisation = await findOrganisationEntry((await params).id)
  if (!organisation) notFound()
  const t = await getTranslations('administration.organisations')
  return (
    <AdministrationPageLayout
      current="organisations"
      title={organisation.legalName}
      above={{ href: '/administration/organisations', label: t('title') }}
      badges={<StateBadge state={organisation.state} />}
      query={await searchParams}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 max-xl:order-last">
          <ApplicationCard organisationId={organisation.id} />
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

async function About({ organisation }: { organisation: Entry }) {
  const t = await getTranslations('administration.organisations')
  const application = await getTranslations('administration.applications')
  const developers = await getTranslations('administration.developers')
  const { id, members, createdAt } = organisation
  const people = (['owner', 'member'] as const).flatMap((role) => {
    const those = members.filter((each) => each.role === role)
    return those.length > 0 ? [{ term: application(role), value: <PeopleList people={those} /> }] : []
  })
  const audit = withQuery('/administration/audit', { subject: id })
  const items = [
    ...(await describeRecord(organisation)),
    ...people,
    { term: t('created'), value: <DateTime at={createdAt} /> },
  ]
  return (
    <Section title={application('about')} act={<TextLink href={audit}>{developers('history')}</TextLink>}>
      <FactList items={items} />
      {organisation.submissions.map((submission) => (
        <p key={submission.id} className="mt-4 text-sm">
          <TextLink href={`/review/${submission.id}`}>{t('review')}</TextLink>
        </p>
      ))}
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
