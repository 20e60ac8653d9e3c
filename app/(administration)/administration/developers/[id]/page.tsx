import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { type Query, withQuery } from '@/components/query'
import { ReasonForm } from '@/components/reason-form'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { FactList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow } from '@/components/ui/setting-row'
import { StateLine } from '@/components/ui/state-line'
import { Table } from '@/components/ui/table'
import { TextLink } from '@/components/ui/text-link'
import type { SignUpApproval } from '@/generated/prisma/enums'
import { findDeveloperEntry } from '@/lib/developers/directory'
import { listRefusedSignIns } from '@/lib/identity/refused-sign-in'
import { nameOf, toLocale } from '@/lib/languages'
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

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await findDeveloperEntry((await params).id)
  return { title: person?.displayName || person?.email }
}

export default async function DeveloperPage({ params, searchParams }: Props) {
  const administrator = await requireAdministrator()
  const developer = await findDeveloperEntry((await params).id)
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
          { label: t('reason'), cell: ({ why }) => t(`why.${why}`) },
          { label: t('address'), cell: ({ address }) => <code className="text-xs">{address || '–'}</code> },
        ]}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Section>
  )
}

type DeveloperActionsProps = {
  developer: {
    id: string
    role: 'developer' | 'reviewer' | 'administrator'
    suspendedAt: Date | null
    approval: SignUpApproval | null
    rejectionReason: string | null
    hasSecondFactor: boolean
    isLinked: boolean
    roleByClaim: boolean
  }
  administrator: CurrentDeveloper
}

/** An administrator's actions on another developer; none on themselves. */
async function DeveloperActions({ developer, administrator }: DeveloperActionsProps) {
  const t = await getTranslations('administration.developers')
  if (developer.id === administrator.id) return <Notice>{t('self')}</Notice>
  return (
    <>
      {developer.approval !== null && developer.approval !== 'approved' && <Approval developer={developer} />}
      <Section title={t('actions')}>
        <Suspension developer={developer} />
        {developer.role !== 'developer' && <LowerRole id={developer.id} role={developer.role} />}
        {developer.hasSecondFactor && <ResetFactor id={developer.id} />}
        {developer.isLinked && <Unlink developer={developer} />}
      </Section>
      <Section title={<span className="text-danger">{t('forGood')}</span>}>
        <Erasure developer={developer} />
      </Section>
    </>
  )
}

async function Suspension({ developer: { id, suspendedAt } }: Pick<DeveloperActionsProps, 'developer'>) {
  const t = await getTranslations('administration.developers')
  const verb = suspendedAt ? 'reinstate' : 'suspend'
  const action = suspendedAt ? reinstatePerson : suspendPerson
  return (
    <SettingRow
      ownForm
      name={t(`${verb}Title`)}
      note={t(`${verb}Body`)}
      act={t(verb)}
      action={action.bind(null, id)}
    >
      <ReasonForm button={t(verb)} danger={!suspendedAt} />
    </SettingRow>
  )
}

async function LowerRole({ id, role }: { id: string; role: 'reviewer' | 'administrator' }) {
  const t = await getTranslations('administration')
  const lower = role === 'administrator' ? (['reviewer', 'developer'] as const) : (['developer'] as const)
  return (
    <SettingRow
      ownForm
      name={t('developers.lowerTitle')}
      note={t('developers.lowerBody')}
      act={t('developers.lower')}
      action={changeRole.bind(null, id)}
    >
      <PressForm button={t('developers.lower')} variant="danger">
        <Select
          name="role"
          label={t('developers.lowerTo')}
          options={lower.map((value) => ({ value, label: t(`roles.${value}`) }))}
        />
      </PressForm>
    </SettingRow>
  )
}

async function ResetFactor({ id }: { id: string }) {
  const t = await getTranslations('administration.developers')
  return (
    <SettingRow
      ownForm
      name={t('factorTitle')}
      note={t('factorBody')}
      act={t('reset')}
      action={resetFactor.bind(null, id)}
    >
      <PressForm button={t('factorButton')} variant="danger" />
    </SettingRow>
  )
}

async function Unlink({ developer: { id, roleByClaim } }: Pick<DeveloperActionsProps, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <SettingRow
      ownForm
      name={t('unlinkTitle')}
      note={
        <>
          {t('unlinkBody')} {roleByClaim && t('unlinkRole')}
        </>
      }
      act={t('unlink')}
      action={unlinkPerson.bind(null, id)}
    >
      <PressForm button={t('unlink')} variant="danger" />
    </SettingRow>
  )
}

async function Erasure({ developer: { id } }: Pick<DeveloperActionsProps, 'developer'>) {
  const t = await getTranslations('administration.developers')
  return (
    <SettingRow
      ownForm
      name={t('eraseTitle')}
      note={t('eraseBody')}
      act={t('eraseAct')}
      action={erasePerson.bind(null, id)}
    >
      <ReasonForm button={t('erase')} field="erasureReason" label={t('eraseReason')} danger />
    </SettingRow>
  )
}

type ApprovalProps = {
  developer: { id: string; rejectionReason: string | null }
}

/** The decision on a person who signed up while approvals are required. A rejection can be reconsidered. */
async function Approval({ developer: { id, rejectionReason } }: ApprovalProps) {
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
