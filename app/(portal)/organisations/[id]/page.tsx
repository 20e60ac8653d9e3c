import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { People } from '@/app/_team/people'
import { Documents } from '@/app/_validation/documents'
import { LastReason, withoutLastReason } from '@/app/_validation/last-reason'
import { OrganisationNotices, readPostResult } from '@/app/_validation/notices'
import { Talk } from '@/app/_validation/talk'
import { EnvironmentBadge } from '@/components/environment-badge'
import { describeRecord } from '@/components/organisation-record'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { DefinitionList } from '@/components/ui/definition-list'
import { Select } from '@/components/ui/select'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { History, timelineOf } from '@/components/validation/history'
import { revisionEvents } from '@/components/validation/revision-events'
import { may } from '@/lib/applications/rights'
import { listApplicationsOf, listMovable, type TeamOrganisation } from '@/lib/organisations/queries'
import { findVerification } from '@/lib/validation/queries'
import { findUnreviewed } from '@/lib/validation/relied-documents'
import { close, moveIn } from './actions'
import { OrganisationFrame } from './frame'
import { requireOrganisation } from './page-data'
import { Status } from './status'

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
    <OrganisationFrame organisation={organisation}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <OrganisationNotices result={result} />
          <LastReason submission={submission} />
          <Record organisation={organisation} />
          <Documents {...{ subject, submission, result, developerId: developer.id }} submit={t('submit')} />
          <Talk subjectId={id} messages={messages} developerId={developer.id} />
        </div>
        <aside className="grid min-w-0 gap-6">
          <Status found={found} />
          <Applications organisation={organisation} developerId={developer.id} />
          <Card title={t('history')}>
            <History transitions={withoutLastReason(found, history)} />
          </Card>
        </aside>
        <div className="grid min-w-0 gap-6 lg:col-span-2">
          <People subject={subject} developerId={developer.id} />
          <div className="flex flex-wrap items-start gap-3">
            <ButtonLink href={`/organisations/${id}/team`} variant="secondary">
              {t('manageTeam')}
            </ButtonLink>
            {may(role, 'delete') && state !== 'closed' && (
              <div className="grid gap-2">
                <PressForm action={close.bind(null, id)} button={t('close')} variant="dangerOutline" />
                <p className="text-muted text-sm">{t('closeHint')}</p>
              </div>
            )}
          </div>
        </div>
      </div>
    </OrganisationFrame>
  )
}

async function Record({ organisation }: { organisation: TeamOrganisation }) {
  const t = await getTranslations('organisations')
  const { id, state, proposed } = organisation
  return (
    <Card title={t('record')}>
      <DefinitionList items={await describeRecord(organisation)} />
      {proposed !== null && <p className="mt-4 text-muted text-sm">{t('proposedHint')}</p>}
      {state !== 'closed' && state !== 'suspended' && (
        <ButtonLink href={`/organisations/${id}/edit`} variant="secondary" className="mt-4">
          {t('edit.link')}
        </ButtonLink>
      )}
    </Card>
  )
}

type ApplicationsProps = { organisation: TeamOrganisation; developerId: string }

async function Applications({ organisation, developerId }: ApplicationsProps) {
  const t = await getTranslations('organisations.applications')
  const applications = await listApplicationsOf(organisation.id)
  const open = may(organisation.role, 'applications') && !['suspended', 'closed'].includes(organisation.state)
  const movable = open ? await listMovable(developerId) : []
  const unreviewed = await findUnreviewed(applications.map(({ id }) => id))
  return (
    <Card title={t('title')}>
      {applications.length === 0 ? (
        <p className="text-muted text-sm">{t('none')}</p>
      ) : (
        <ul className="grid gap-3">
          {applications.map(({ id, name, environment, state }) => (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <TextLink href={`/applications/${id}`}>{name}</TextLink>
              <EnvironmentBadge environment={environment} />
              <StateBadge state={state} />
              {unreviewed.has(id) && <Badge tone="warning">{t('unreviewed')}</Badge>}
            </li>
          ))}
        </ul>
      )}
      {movable.length > 0 && (
        <ActionForm action={moveIn.bind(null, organisation.id)} summary={false} className="mt-5 gap-3">
          <Select
            name="applicationId"
            label={t('personal')}
            hint={t('moveHint')}
            options={movable.map(({ id, name, environment }) => ({
              value: id,
              label: `${name} (${environment === 'sandbox' ? 'Sandbox' : 'Production'})`,
            }))}
          />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t('move')}
          </SubmitButton>
        </ActionForm>
      )}
    </Card>
  )
}
