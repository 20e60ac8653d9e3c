import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { People } from '@/app/_team/people'
import { Clock, findRevisionSentence } from '@/app/_validation/clock'
import { Documents } from '@/app/_validation/documents'
import { TeamHistory, timelineOf } from '@/app/_validation/history'
import { LastReason, withoutLastReason } from '@/app/_validation/last-reason'
import { Moves } from '@/app/_validation/moves'
import { OrganisationNotices, readPostResult } from '@/app/_validation/notices'
import { revisionEvents } from '@/app/_validation/revision-events'
import { ApplicantConversation } from '@/app/_validation/talk'
import { EnvironmentBadge } from '@/components/environment-badge'
import { describeRecord } from '@/components/organisation-record'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow } from '@/components/ui/setting-row'
import { StateLine } from '@/components/ui/state-line'
import { type Column, Table } from '@/components/ui/table'
import { RowLink, TextLink } from '@/components/ui/text-link'
import { may } from '@/lib/applications/rights'
import { states } from '@/lib/applications/states'
import { dayMs, now } from '@/lib/clock'
import { listApplicationsOf, listMovable, type TeamOrganisation } from '@/lib/organisations/queries'
import { type Activity, listActivity } from '@/lib/usage/activity'
import { findVerification, type Verification } from '@/lib/validation/queries'
import { findUnreviewed } from '@/lib/validation/queue'
import { closeOrganisation, moveApplicationIn } from './actions'
import { requireOrganisation } from './page-data'
import { OrganisationPageLayout } from './page-layout'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await requireOrganisation((await params).id)).organisation.legalName }
}

export default async function OrganisationPage({ params, searchParams }: Props) {
  const { developer, organisation } = await requireOrganisation((await params).id)
  const found = await findVerification(organisation.id, developer.id)
  if (!found) notFound()
  const { id, legalName, role, state } = organisation
  const subject = { type: 'organisation', id, name: legalName, role } as const
  const result = readPostResult(await searchParams)
  const t = await getTranslations('organisations')
  const { submission, revisions, messages } = found
  const history = [
    ...timelineOf({ application: null, organisation: found.organisation }),
    ...revisionEvents(revisions),
  ]
  return (
    <OrganisationPageLayout organisation={organisation}>
      <div className="grid gap-6">
        <OrganisationNotices result={result} />
        <Status found={found} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid min-w-0 gap-6">
            <LastReason submission={submission} />
            <Section title={(await getTranslations('validation.documents'))('title')} id="documents">
              <Documents
                {...{ subject, submission, result, developerId: developer.id }}
                submit={t('submit')}
              />
            </Section>
            <Applications organisation={organisation} developerId={developer.id} />
            <People
              subject={subject}
              developerId={developer.id}
              act={<TextLink href={`/organisations/${id}/team`}>{t('nav.team')}</TextLink>}
            />
            <Section title={t('history')}>
              <TeamHistory
                subjectIds={[id]}
                developerId={developer.id}
                transitions={withoutLastReason(found, history)}
              />
            </Section>
            <ApplicantConversation subjectId={id} messages={messages} developerId={developer.id} />
            {may(role, 'delete') && state !== 'closed' && (
              <SettingRow
                name={t('close')}
                note={t('closeHint')}
                act={
                  <PressForm
                    action={closeOrganisation.bind(null, id)}
                    button={t('close')}
                    variant="dangerQuiet"
                    size="small"
                  />
                }
              />
            )}
          </div>
          <aside className="grid min-w-0 gap-6 max-lg:contents">
            <div className="grid gap-4 text-sm empty:hidden max-lg:order-first">
              <Clock submission={submission} />
            </div>
            <Record organisation={organisation} />
            <TextLink href="/organisations/new" className="justify-self-start text-xs">
              {t('new')}
            </TextLink>
          </aside>
        </div>
      </div>
    </OrganisationPageLayout>
  )
}

async function Record({ organisation }: { organisation: TeamOrganisation }) {
  const t = await getTranslations('organisations')
  const { proposed } = organisation
  return (
    <Section title={t('record')}>
      <FactList items={await describeRecord(organisation)} />
      {proposed !== null && <p className="text-muted text-sm">{t('proposedHint')}</p>}
    </Section>
  )
}

type OwnApplication = Awaited<ReturnType<typeof listApplicationsOf>>[number]
type ApplicationsProps = { organisation: TeamOrganisation; developerId: string }

async function Applications({ organisation, developerId }: ApplicationsProps) {
  const t = await getTranslations('organisations.applications')
  const applications = await listApplicationsOf(organisation.id)
  const open = may(organisation.role, 'applications') && !['suspended', 'closed'].includes(organisation.state)
  const movable = open ? await listMovable(developerId) : []
  const unreviewed = await findUnreviewed(applications.map(({ id }) => id))
  const listed = await listActivity(developerId, now(), { page: 1, perPage: 60 })
  const activity = new Map(listed.applications.map((each) => [each.id, each]))
  return (
    <Section title={t('title')} act={open && <TextLink href="/applications/new">{t('new')}</TextLink>}>
      <Table
        caption={t('title')}
        empty={t('none')}
        linked
        columns={await columns(unreviewed, activity)}
        rows={applications}
        rowKey={({ id }) => id}
      />
      {movable.length > 0 && <MoveIn organisationId={organisation.id} movable={movable} />}
    </Section>
  )
}

async function columns(
  unreviewed: Map<string, boolean>,
  activity: Map<string, Activity>,
): Promise<Column<OwnApplication>[]> {
  const t = await getTranslations('organisations')
  const format = await getFormatter()
  return [
    {
      label: t('applications.name'),
      cell: ({ id, name }) => <RowLink href={`/applications/${id}`}>{name}</RowLink>,
    },
    {
      label: t('applications.environment'),
      plain: true,
      cell: ({ environment }) => <EnvironmentBadge environment={environment} />,
    },
    {
      label: t('state'),
      plain: true,
      cell: ({ id, state }) => (
        <span className="flex flex-wrap gap-1.5">
          <StateBadge state={state} />
          {unreviewed.has(id) && <Badge tone="warning">{t('applications.unreviewed')}</Badge>}
        </span>
      ),
    },
    {
      label: t('applications.calls'),
      numeric: true,
      cell: ({ id }) => {
        const day = activity.get(id)?.day
        return day ? format.number(day.calls) : '–'
      },
    },
    {
      label: t('applications.lastCall'),
      cell: ({ id }) => {
        const at = activity.get(id)?.lastCallAt
        return at ? <DateTime at={at} as="relative" /> : '–'
      },
    },
  ]
}

type MoveInProps = { organisationId: string; movable: Awaited<ReturnType<typeof listMovable>> }

async function MoveIn({ organisationId, movable }: MoveInProps) {
  const t = await getTranslations('organisations.applications')
  return (
    <SettingRow name={t('moveIn')} action={moveApplicationIn.bind(null, organisationId)}>
      <Select
        name="applicationId"
        label={t('personal')}
        hint={t('moveHint')}
        options={movable.map(({ id, name, environment }) => ({
          value: id,
          label: `${name} (${environment === 'sandbox' ? 'Sandbox' : 'Production'})`,
        }))}
      />
      <FormEnd variant="secondary">{t('move')}</FormEnd>
    </SettingRow>
  )
}

type StatusProps = { found: Verification }

/** The state of the verification, when a document expires, and the next action on it. */
async function Status({ found }: StatusProps) {
  const t = await getTranslations('organisations')
  const stateName = await getTranslations('common.state')
  const { organisation, submission } = found
  const { id, state } = organisation
  const isVerified = state === 'verified'
  const [end] = submission.documents
    .flatMap(({ replacedAt, validUntil }) => (replacedAt || !validUntil ? [] : [validUntil]))
    .toSorted((a, b) => a.getTime() - b.getTime())
  const endsSoon = isVerified && end && end.getTime() - now().getTime() < 60 * dayMs
  const sentence = sentenceOf(found)
  const on = () => end && <DateTime at={end} as="day" />
  return (
    <StateLine
      tone={endsSoon ? 'warning' : states[state].tone}
      title={endsSoon ? t.rich('status.endsSoon', { on }) : stateName(state)}
      act={
        <>
          <Moves
            subject={organisation}
            submission={submission}
            revision={isVerified ? { button: t('status.revise') } : null}
          />
          {state !== 'closed' && state !== 'suspended' && (
            <ButtonLink href={`/organisations/${id}/edit`} variant="secondary">
              {t('edit.link')}
            </ButtonLink>
          )}
        </>
      }
    >
      {sentence && t(`status.${sentence}`)}{' '}
      {isVerified && end && t.rich('status.expires', { on, soon: String(endsSoon) })}
    </StateLine>
  )
}

function sentenceOf({ organisation: { state }, submission }: Verification) {
  if (state === 'verified') return findRevisionSentence(submission)
  // Its name says it.
  return state === 'closed' ? null : state
}
