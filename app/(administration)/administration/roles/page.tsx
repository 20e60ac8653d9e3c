import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { type CurrentDeveloper, requireAdministrator } from '@/app/_request/session'
import { Person } from '@/components/person'
import type { Query } from '@/components/query'
import { PressForm } from '@/components/ui/action-form'
import { Address } from '@/components/ui/address'
import { DateTime } from '@/components/ui/date-time'
import { FieldColumns } from '@/components/ui/field'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { Select } from '@/components/ui/select'
import { SettingRow } from '@/components/ui/setting-row'
import { type Column, Table } from '@/components/ui/table'
import { TextInput } from '@/components/ui/text-input'
import { RowLink } from '@/components/ui/text-link'
import { findPeople, listInvitations, listStaff } from '@/lib/developers/directory'
import { findProviderName } from '@/lib/identity/provider-settings'
import { DeveloperStateBadge } from '../developers/developer-state'
import { AdministrationPageLayout } from '../page-layout'
import { inviteStaff, revokeStaffInvitation } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('administration.roles')

export default async function RolesPage({ searchParams }: Props) {
  const administrator = await requireAdministrator()
  const t = await getTranslations('administration.roles')
  return (
    <AdministrationPageLayout current="roles" title={t('title')} lead={t('lead')} query={await searchParams}>
      <div className="grid gap-8">
        <div>
          <Staff administrator={administrator} />
          <SettingRow
            heading="h2"
            name={t('invite')}
            note={t('inviteHint')}
            act={t('write')}
            action={inviteStaff}
          >
            <FieldColumns>
              <TextInput type="email" name="email" label={t('email')} autoComplete="off" required />
              <Select
                name="role"
                label={t('role')}
                options={(['reviewer', 'administrator'] as const).map((value) => ({
                  value,
                  label: t(value),
                }))}
              />
            </FieldColumns>
            <FormEnd>{t('inviteButton')}</FormEnd>
          </SettingRow>
        </div>
        <Invitations />
      </div>
    </AdministrationPageLayout>
  )
}

async function Invitations() {
  const t = await getTranslations('administration.roles')
  const rows = await listInvitations()
  if (rows.length === 0) return null
  const inviters = await findPeople(rows.map(({ invitedById }) => invitedById))
  const columns: Column<(typeof rows)[number]>[] = [
    { label: t('email'), breaks: true, cell: ({ email }) => <Address>{email}</Address> },
    { label: t('role'), plain: true, cell: ({ role }) => t(role) },
    { label: t('expires'), cell: ({ expiresAt }) => <DateTime at={expiresAt} /> },
    {
      label: t('invitedBy'),
      cell: ({ invitedById }) => {
        const inviter = inviters.get(invitedById ?? '')
        return inviter ? <Person person={inviter} brief /> : t('system')
      },
    },
    {
      label: t('cancel'),
      action: true,
      cell: ({ developerId, email }) => (
        <PressForm
          action={revokeStaffInvitation.bind(null, developerId)}
          button={t('cancel')}
          name={t('cancelNamed', { email })}
          size="small"
        />
      ),
    },
  ]
  return (
    <Section title={t('invitations')}>
      <Table
        caption={t('invitations')}
        columns={columns}
        rows={rows}
        rowKey={({ developerId }) => developerId}
      />
    </Section>
  )
}

async function Staff({ administrator }: { administrator: CurrentDeveloper }) {
  const t = await getTranslations('administration.roles')
  const rows = await listStaff()
  const sso = await getTranslations('provider.staffList')
  const provider = findProviderName()
  const withProvider = ({ isLinked, breakGlass }: (typeof rows)[number]) =>
    [sso(isLinked ? 'linked' : 'notLinked'), ...(breakGlass ? [sso('breakGlass')] : [])].join(' · ')
  const columns: Column<(typeof rows)[number]>[] = [
    {
      label: t('person'),
      cell: (person) => (
        <Person person={person}>
          {(name) => (
            <>
              <RowLink href={`/administration/developers/${person.id}`}>{name}</RowLink>
              {person.id === administrator.id && <span className="text-muted"> ({t('you')})</span>}{' '}
              <DeveloperStateBadge {...person} />
            </>
          )}
        </Person>
      ),
    },
    { label: t('role'), plain: true, cell: ({ role }) => t(role) },
    {
      label: t('factor'),
      cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'factorOn' : 'factorOff'),
    },
    ...(provider ? [{ label: provider, cell: (row: (typeof rows)[number]) => withProvider(row) }] : []),
  ]
  return <Table caption={t('staff')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
