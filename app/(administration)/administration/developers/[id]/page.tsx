import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { RoleName } from '@/components/person'
import { type Query, withQuery } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { StateBadge } from '@/components/state-badge'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import type { FormAction } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow } from '@/components/ui/setting-row'
import { StateLine } from '@/components/ui/state-line'
import { Table } from '@/components/ui/table'
import { RowLink, TextLink } from '@/components/ui/text-link'
import { findDeveloperEntry } from '@/lib/developers/directory'
import { listRefusedSignIns } from '@/lib/identity/refused-sign-in'
import { nameOf, toLocale } from '@/lib/languages'
import { listOrganisations } from '@/lib/organisations/queries'
import { ApplicationCard } from '../../applications/application-table'
import { AdministrationPageLayout } from '../../page-layout'
import { developerStateOf } from '../developer-state'
import {
  approvePerson,
  changeRole,
  erasePerson,
  reinstatePerson,
  rejectPerson,
  resetFactor,
  suspendPerson,
  unlinkPerson,
} from './actions'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }
type Entry = NonNullable<Awaited<ReturnType<typeof findDeveloperEntry>>>

const refusalsShown = 20

/** For the page and its title, which Next.js asks for apart from each other. */
const findPerson = cache(async (id: string) => {
  await requireAdministrator()
  return findDeveloperEntry(id)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await findPerson((await params).id)
  return { title: person?.displayName || person?.email }
}

export default async function DeveloperPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const developer = await findPerson((await params).id)
  if (!developer) notFound()
  const t = await getTranslations('administration.developers')
  return (
    <AdministrationPageLayout
      current="developers"
      title={developer.displayName || developer.email}
      above={{ href: '/administration/developers', label: t('title') }}
      query={await searchParams}
    >
      <State developer={developer} />
      <div className="mt-6 grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-10">
        <div className="grid min-w-0 gap-6">
          <ApplicationCard developerId={developer.id} />
          <Organisations developerId={developer.id} />
          <DeveloperActions developer={developer} administrator={administrator} />
          <RefusedSignIns developerId={developer.id} />
        </div>
        <About developer={developer} />
      </div>
    </AdministrationPageLayout>
  )
}

const tones = {
  active: 'success',
  waiting: 'warning',
  rejected: 'danger',
  suspended: 'warning',
  not_activated: 'neutral',
} as const

/** Whether they can use the portal, and how they sign in. */
async function State({ developer }: { developer: Entry }) {
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  const state = developerStateOf(developer)
  const { lastSeenAt, role, hasSecondFactor } = developer
  return (
    <StateLine
      tone={tones[state]}
      title={`${[t(`states.${state}`), role !== 'developer' && roleNames(role)].filter(Boolean).join(', ')}.`}
    >
      {developer.displayName && `${developer.email}. `}
      {lastSeenAt && t.rich('lastSeen', { at: () => <DateTime at={lastSeenAt} as="relative" /> })}{' '}
      {t('secondFactor', { state: hasSecondFactor ? 'on' : 'off' })}
    </StateLine>
  )
}

async function Organisations({ developerId }: { developerId: string }) {
  const rows = await listOrganisations(developerId)
  if (rows.length === 0) return null
  const t = await getTranslations('organisations')
  const own = await getTranslations('administration.developers')
  return (
    <Section title={t('title')}>
      <Table
        linked
        caption={t('title')}
        columns={[
          {
            label: t('fields.legalName'),
            cell: ({ id, legalName }) => (
              <RowLink href={`/administration/organisations/${id}`}>{legalName}</RowLink>
            ),
          },
          { label: own('role'), plain: true, cell: ({ role }) => <RoleName role={role} /> },
          { label: t('state'), plain: true, cell: ({ state }) => <StateBadge state={state} /> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

async function About({ developer }: { developer: Entry }) {
  const t = await getTranslations('administration.developers')
  const roleNames = await getTranslations('administration.roles')
  const audit = withQuery('/administration/audit', { subject: developer.id })
  const items = [
    { term: t('id'), value: <code className="text-xs">{developer.id}</code> },
    { term: t('created'), value: <DateTime at={developer.createdAt} /> },
    {
      term: t('activated'),
      value: developer.activatedAt ? <DateTime at={developer.activatedAt} /> : t('never'),
    },
    { term: t('language'), value: nameOf(toLocale(developer.locale)) },
    { term: t('sessions'), value: developer.sessions },
    ...(developer.invitedTo ? [{ term: t('invited'), value: roleNames(developer.invitedTo) }] : []),
  ]
  return (
    <Section title={t('about')} act={<TextLink href={audit}>{t('history')}</TextLink>}>
      <FactList items={items} />
    </Section>
  )
}

async function RefusedSignIns({ developerId }: { developerId: string }) {
  const t = await getTranslations('administration.developers.refusals')
  const rows = await listRefusedSignIns(developerId, refusalsShown)
  if (rows.length === 0) return null
  return (
    <Section title={t('title')}>
      <Table
        caption={t('title')}
        columns={[
          { label: t('at'), cell: ({ at }) => <DateTime at={at} /> },
          { label: t('reason'), plain: true, cell: ({ why }) => t(`why.${why}`) },
          {
            label: t('address'),
            plain: true,
            cell: ({ address }) => <code className="text-xs">{address || '–'}</code>,
          },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

type DeveloperActionsProps = { developer: Entry; administrator: CurrentDeveloper }

type Act = 'suspend' | 'reinstate' | 'lower' | 'factor' | 'unlink' | 'erase'

/** An administrator's actions on another developer, a row each; none on themselves. */
async function DeveloperActions({ developer, administrator }: DeveloperActionsProps) {
  const t = await getTranslations('administration.developers')
  const roles = await getTranslations('administration.roles')
  const { id, role, suspendedAt, approval } = developer
  if (id === administrator.id) return <Notice>{t('self')}</Notice>
  const verb = suspendedAt ? 'reinstate' : 'suspend'
  const lower = role === 'administrator' ? (['reviewer', 'developer'] as const) : (['developer'] as const)
  const row = (act: Act, word: ReactNode, action: FormAction, form: ReactNode, more?: ReactNode) => (
    <SettingRow ownForm name={t(`${act}Title`)} note={[t(`${act}Body`), more]} act={word} action={action}>
      {form}
    </SettingRow>
  )
  const press = (button: string, choice?: ReactNode) => (
    <PressForm button={button} variant="danger">
      {choice}
    </PressForm>
  )
  const choice = (
    <Select
      name="role"
      label={t('lowerTo')}
      options={lower.map((value) => ({ value, label: roles(value) }))}
    />
  )
  const reason = <ReasonForm button={t(verb)} danger={!suspendedAt} />
  const erasing = <ReasonForm button={t('erase')} field="erasureReason" label={t('eraseReason')} danger />
  const move = (suspendedAt ? reinstatePerson : suspendPerson).bind(null, id)
  return (
    <>
      {approval !== null && approval !== 'approved' && <Approval developer={developer} />}
      <Section title={t('actions')}>
        {row(verb, t(verb), move, reason)}
        {role !== 'developer' &&
          row('lower', t('lower'), changeRole.bind(null, id), press(t('lower'), choice))}
        {developer.hasSecondFactor &&
          row('factor', t('reset'), resetFactor.bind(null, id), press(t('factorButton')))}
        {developer.isLinked &&
          row(
            'unlink',
            t('unlink'),
            unlinkPerson.bind(null, id),
            press(t('unlink')),
            developer.roleByClaim && ` ${t('unlinkRole')}`,
          )}
      </Section>
      <Section title={<span className="text-danger">{t('forGood')}</span>}>
        {row(
          'erase',
          <span className="text-danger">{t('eraseAct')}</span>,
          erasePerson.bind(null, id),
          erasing,
        )}
      </Section>
    </>
  )
}

/** The decision on a person who signed up while approvals are required. A rejection can be reconsidered. */
async function Approval({ developer: { id, rejectionReason } }: { developer: Entry }) {
  const t = await getTranslations('administration.developers')
  return (
    <Section title={t(rejectionReason ? 'rejectedTitle' : 'approveTitle')} id="approval">
      <p className="mb-4 text-muted text-sm">{t(rejectionReason ? 'rejectedBody' : 'approveBody')}</p>
      {rejectionReason && (
        <blockquote className="mb-4 whitespace-pre-line border-line border-l-4 pl-4 text-sm [overflow-wrap:anywhere]">
          {rejectionReason}
        </blockquote>
      )}
      <div className="grid gap-6">
        <PressForm action={approvePerson.bind(null, id)} button={t('approve')} variant="primary" />
        {!rejectionReason && (
          <ReasonForm
            action={rejectPerson.bind(null, id)}
            button={t('reject')}
            field="rejectionReason"
            label={t('rejectReason')}
            danger
          />
        )}
      </div>
    </Section>
  )
}
