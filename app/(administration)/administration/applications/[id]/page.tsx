import { notFound, redirect } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { pageMetadata } from '@/app/_request/page-metadata'
import { queryReader, queryText } from '@/app/_request/query'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { Invited } from '@/app/_team/invited'
import { describeDetails } from '@/components/application-details'
import { type Query, withQuery } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { ActionForm } from '@/components/ui/action-form'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormEnd } from '@/components/ui/form-end'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SettingRow } from '@/components/ui/setting-row'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { Timeline } from '@/components/ui/timeline'
import { Figures } from '@/components/usage/figures'
import { HealthLine } from '@/components/usage/health'
import { CallHistogram } from '@/components/usage/histogram'
import type { Application } from '@/generated/prisma/client'
import { hasInterest } from '@/lib/applications/conflict-of-interest'
import { findApplicationEntry } from '@/lib/applications/directory'
import { defaultLimit, limitOf } from '@/lib/applications/queries'
import type { Actor } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { findHealth } from '@/lib/usage/health'
import { findAccess } from '@/lib/validation/account-access'
import { Appointment, listSuccessors } from '../../appointment'
import { AdministrationPageLayout } from '../../page-layout'
import { PeopleList } from '../../people'
import { ApplicationStates } from '../application-table'
import { appointApplicationOwner, reinstateOperated, saveLimit, suspendOperated } from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>

const readRequest = queryReader({ request: queryText(45) })

export const generateMetadata = pageMetadata('administration.applications')

export default async function AnyApplicationPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const application = await findApplicationEntry((await params).id)
  if (!application) notFound()
  const query = await searchParams
  const { request } = readRequest(query)
  if (request)
    redirect(`/administration/applications/${application.id}/requests/${encodeURIComponent(request)}`)
  const t = await getTranslations('administration.applications')
  const isServed = application.state === 'active' || application.state === 'suspended'
  return (
    <AdministrationPageLayout
      current="applications"
      title={application.name}
      above={{ href: '/administration/applications', label: t('title') }}
      environment={application.environment}
      beside={<EnvironmentToggle current={application.environment} />}
      badges={application.state !== 'active' && <ApplicationStates {...application} />}
      query={query}
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        {isServed && (
          <div className="min-w-0 xl:col-span-2">
            <Traffic health={await findHealth(application.id, now())} />
          </div>
        )}
        <div className="grid min-w-0 gap-6">
          <About application={application} />
          <Section title={t('history')}>
            <History application={application} />
          </Section>
        </div>
        <div className="grid min-w-0 gap-6">
          <Invited subjectId={application.id} staffId={administrator.id} />
          <Limit application={application} administrator={administrator} />
          {application.state !== 'deleted' && <Support />}
          <Actions application={application} administrator={administrator} />
        </div>
      </div>
    </AdministrationPageLayout>
  )
}

/** The same as its team sees, without the requests. */
function Traffic({ health }: { health: Awaited<ReturnType<typeof findHealth>> }) {
  return (
    <div className="grid gap-5">
      <HealthLine health={health} />
      <Figures total={health.day} range="day" />
      <CallHistogram points={health.points} period={health.period} />
    </div>
  )
}

async function About({ application }: { application: Entry }) {
  const t = await getTranslations('administration.applications')
  const audit = withQuery('/administration/audit', { subject: application.id })
  const items = [
    ...(['owner', 'member'] as const).flatMap((role) => {
      const people = application.members.filter((each) => each.role === role)
      return people.length > 0 ? [{ term: t(role), value: <PeopleList people={people} /> }] : []
    }),
    ...(application.organisation ? [describeOrganisation(t('organisation'), application.organisation)] : []),
    { term: t('clientId'), value: <code className="text-xs">{application.clientId}</code> },
    { term: t('created'), value: <DateTime at={application.createdAt} /> },
    ...(await describeAccess(application)),
    ...(await describeDetails(application)),
  ]
  const developers = await getTranslations('administration.developers')
  return (
    <Section title={t('about')} act={<TextLink href={audit}>{developers('history')}</TextLink>}>
      <DefinitionList items={items} />
    </Section>
  )
}

function describeOrganisation(term: string, { id, legalName }: NonNullable<Entry['organisation']>) {
  return { term, value: <TextLink href={`/administration/organisations/${id}`}>{legalName}</TextLink> }
}

/** Before an approval, no one has granted access to anything. */
async function describeAccess({ id }: Entry) {
  const t = await getTranslations('administration.applications')
  const granted = await findAccess(id)
  if (!granted || granted.access === 'none') return []
  const { access, msisdns } = granted
  return [
    {
      term: t('access'),
      value: (
        <>
          {access === 'all' ? t('accessAll') : t('accessListed', { count: msisdns.length })}{' '}
          <TextLink href={`/administration/applications/${id}/access`}>{t('accessChange')}</TextLink>
        </>
      ),
    },
  ]
}

/** An administrator's actions on it; they can only suspend an application of their team. */
async function Actions({
  application: { id, state, members, organisation },
  administrator,
}: {
  application: Entry
  administrator: CurrentDeveloper
}) {
  const t = await getTranslations('administration.applications')
  const all = [...members, ...(organisation?.members ?? [])]
  const own = all.some(({ developerId }) => developerId === administrator.id)
  const successors = state === 'deleted' ? [] : listSuccessors(members, all, administrator.id)
  const verb = state === 'active' ? 'suspend' : state === 'suspended' && !own ? 'reinstate' : null
  return (
    <>
      {successors.length > 0 && (
        <Appointment
          body={t('appointBody')}
          action={appointApplicationOwner.bind(null, id)}
          successors={successors}
        />
      )}
      {verb && <Suspension id={id} verb={verb} />}
      {!verb && <Notice>{t(state === 'suspended' ? 'own' : 'neither')}</Notice>}
    </>
  )
}

/** Leads to a request of its team's, by the ID that they name when they ask for help. */
async function Support() {
  const t = await getTranslations('administration.support')
  return (
    <Section title={t('openTitle')}>
      <form className="grid gap-4">
        <TextInput name="request" label={t('request')} autoComplete="off" maxLength={45} required />
        <Button type="submit" variant="secondary" className="justify-self-start">
          {t('find')}
        </Button>
      </form>
    </Section>
  )
}

async function Suspension({ id, verb }: { id: string; verb: 'suspend' | 'reinstate' }) {
  const t = await getTranslations('administration.applications')
  const action = verb === 'suspend' ? suspendOperated : reinstateOperated
  return (
    <SettingRow ownForm name={t(`${verb}Title`)} note={t(`${verb}Body`)} action={action.bind(null, id)}>
      <ReasonForm button={t(verb)} danger={verb === 'suspend'} />
    </SettingRow>
  )
}

async function History({ application }: { application: Entry }) {
  const t = await getTranslations('administration.applications')
  const states = await getTranslations('common.state')
  const entries = application.transitions.map(({ id, fromState, toState, actorRole, at, reason }) => ({
    key: id,
    title: fromState === null ? t('created_event') : states(toState),
    meta: t.rich('by', {
      role: t(`actor.${actorRole as Actor['role']}`),
      time: () => <DateTime at={at} />,
    }),
    body: reason && <span className="whitespace-pre-line">{reason}</span>,
  }))
  return <Timeline entries={entries} />
}

type LimitProps = {
  application: Pick<Application, 'id' | 'environment' | 'state' | 'rateLimit'>
  administrator: CurrentDeveloper
}

/** The application's limit, which an administrator without an interest in it can change. */
async function Limit({ application, administrator }: LimitProps) {
  const { id, environment, state, rateLimit } = application
  if (state === 'deleted') return null
  const t = await getTranslations('limits')
  const format = await getFormatter()
  if (await hasInterest(id, administrator.id)) {
    const limit = limitOf(application)
    return (
      <Section title={t('title')}>
        <p className="mb-2">{limit === 0 ? t('none') : t('perMinute', { count: limit })}</p>
        <p className="text-muted text-sm">{t('ownApplication')}</p>
      </Section>
    )
  }
  const usual = defaultLimit(environment)
  return (
    <Section title={t('title')}>
      <ActionForm action={saveLimit.bind(null, id)}>
        <ExpectedVersion of={rateLimit} />
        <TextInput
          keep
          name="callsPerMinute"
          label={t('callsPerMinute')}
          hint={t('limitHint', { limit: usual === 0 ? t('none') : format.number(usual) })}
          defaultValue={rateLimit ?? ''}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          className="max-w-48"
        />
        <FormEnd variant="secondary">{t('save')}</FormEnd>
      </ActionForm>
    </Section>
  )
}
