import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { type CurrentDeveloper, requireAccountHolder } from '@/app/_request/session'
import type { Query } from '@/components/query'
import { RecoveryCodes } from '@/components/recovery-codes'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { FieldColumns } from '@/components/ui/field'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome } from '@/components/ui/form-state'
import { PasswordInput } from '@/components/ui/password-input'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { StateLine } from '@/components/ui/state-line'
import { Table } from '@/components/ui/table'
import { getSettings } from '@/lib/env'
import { findPasswordUse } from '@/lib/identity/break-glass'
import { listPasskeys, type PasskeyEntry } from '@/lib/identity/passkey'
import { findProviderName } from '@/lib/identity/provider-settings'
import { countRecoveryCodes } from '@/lib/identity/recovery-code'
import { passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import { findIdentity } from '@/lib/identity/sign-in-identity'
import { findHold } from '@/lib/identity/unlink-identity'
import { listSupportViews } from '@/lib/lifecycle/support-view'
import { AccountPageLayout } from '../page-layout'
import { holds } from '../pages'
import { Remove } from '../remove'
import {
  changeOwnPassword,
  removeOwnPasskey,
  renewCodes,
  turnOffAuthenticator,
  unlinkOwnIdentity,
} from './actions'
import { Sessions } from './sessions'

export const generateMetadata = pageMetadata('accounts.account.pages', 'security')

/** How someone signs in, and where they are signed in. */
export default async function SecurityPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const passkeys = await listPasskeys(developer.id)
  // The last factor can't be removed if the role requires one.
  const keep = developer.role !== 'developer' && passkeys.length + Number(developer.hasAuthenticator) === 1
  return (
    <AccountPageLayout current="security" developer={developer} query={await searchParams}>
      <Strength developer={developer} keep={keep} />
      <SignIn {...{ developer, keep, passkeys }} />
      <Passkeys passkeys={passkeys} keep={keep} />
      <Identity developer={developer} />
      <Sessions developer={developer} />
      <SupportViews developerId={developer.id} />
    </AccountPageLayout>
  )
}

type Props = { developer: CurrentDeveloper; keep: boolean }

/** How safe the account is, in a sentence and its evidence. */
async function Strength({ developer, keep }: Props) {
  const t = await getTranslations('accounts.account')
  const atProvider = await getTranslations('provider.identity')
  const ways = Number(developer.hasAuthenticator) + Number(developer.hasPasskey)
  return (
    <StateLine
      tone={ways > 0 || developer.byProvider ? 'success' : 'warning'}
      title={
        ways === 0 && developer.byProvider
          ? atProvider('factor', { provider: findProviderName() ?? '' })
          : t('strength', { ways })
      }
    >
      {keep && t('factorRequired')}
      {!keep && ways > 0 && t('factorShortPassword', { minimum: passwordMinimum })}
    </StateLine>
  )
}

/** All of them are in the export of one's data. */
const viewsShown = 20

/** When and why administrators looked at the pages of the developer's applications. Nothing if they never did. */
async function SupportViews({ developerId }: { developerId: string }) {
  const views = (await listSupportViews(developerId)).slice(0, viewsShown)
  if (views.length === 0) return null
  const t = await getTranslations('accounts.support')
  return (
    <Section title={t('title')} lead={t('lead')} id="support">
      <Table
        caption={t('title')}
        rows={views}
        rowKey={({ openedAt, applicationId }) => `${applicationId} ${openedAt.toISOString()}`}
        columns={[
          { label: t('application'), cell: ({ applicationName }) => applicationName },
          { label: t('when'), plain: true, cell: ({ openedAt }) => <DateTime at={openedAt} /> },
          { label: t('who'), plain: true, cell: () => t('administrator') },
          {
            label: t('why'),
            plain: true,
            cell: ({ reason }) => (
              <span className="whitespace-pre-line [overflow-wrap:anywhere]">{reason}</span>
            ),
          },
        ]}
      />
    </Section>
  )
}

/**
 * The identity at the provider of single sign-on, with the button that unlinks it, or the one that links one.
 * Nothing without a provider.
 */
async function Identity({ developer }: { developer: CurrentDeveloper }) {
  const provider = findProviderName()
  if (!provider) return null
  const identity = await findIdentity(developer.id)
  const hold = await findHold(developer.id)
  const t = await getTranslations('provider.identity')
  return (
    <Section title={t('title')} id="identity">
      {identity ? (
        <div className="grid gap-4">
          <p>{t.rich('linked', { provider, when: () => <DateTime at={identity.createdAt} /> })}</p>
          {hold ? (
            <p className="text-muted text-sm">{t(holds[hold], { provider })}</p>
          ) : (
            <PressForm
              action={unlinkOwnIdentity}
              button={t('unlink', { provider })}
              variant="dangerOutline"
              size="small"
            />
          )}
        </div>
      ) : (
        // No action: its response leads to another site (app/oidc/link/route.ts).
        <form method="post" action="/oidc/link" className="grid gap-4">
          <p className="text-muted text-sm">{t('lead', { provider })}</p>
          <FormEnd variant="secondary">{t('link', { provider })}</FormEnd>
        </form>
      )}
    </Section>
  )
}

/** The passkeys, when each was added and last used, and the ways to add or remove one. */
async function Passkeys({ passkeys, keep }: { passkeys: PasskeyEntry[]; keep: boolean }) {
  const t = await getTranslations('accounts')
  return (
    <Section
      id="passkeys"
      title={t('passkey.listTitle')}
      lead={t('passkey.lead')}
      act={
        <ButtonLink href="/two-factor/passkey?next=/account/security" variant="secondary" size="small">
          {t('passkey.add')}
        </ButtonLink>
      }
    >
      {passkeys.length > 0 && (
        <Table
          caption={t('passkey.listTitle')}
          rows={passkeys}
          rowKey={({ id }) => id}
          columns={[
            { label: t('passkey.name'), cell: ({ name }) => name, breaks: true },
            { label: t('passkey.created'), cell: ({ createdAt }) => <DateTime at={createdAt} as="date" /> },
            {
              label: t('passkey.used'),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} /> : t('passkey.unused')),
            },
            {
              label: t('account.action'),
              action: true,
              cell: ({ id, name }) =>
                keep ? null : (
                  <Remove id={id} name={name} label={t('passkey.remove')} action={removeOwnPasskey} />
                ),
            },
          ]}
        />
      )}
    </Section>
  )
}

type SignInProps = { developer: CurrentDeveloper; keep: boolean; passkeys: PasskeyEntry[] }

/** The password, the authenticator and the recovery codes, a row each. */
async function SignIn({ developer, keep, passkeys }: SignInProps) {
  const t = await getTranslations('accounts.account')
  const has = developer.hasAuthenticator
  return (
    <Section title={t('factorTitle')} id="second-factor">
      <SettingRows>
        <Password developer={developer} />
        <SettingRow
          name={t('authenticator')}
          value={t('authenticatorState', { on: String(has) })}
          note={t('authenticatorNote')}
          act={
            has ? (
              !keep && (
                <PressForm
                  action={turnOffAuthenticator}
                  button={t(passkeys.length > 0 ? 'authenticatorRemove' : 'factorTurnOff')}
                  variant="dangerQuiet"
                  size="small"
                />
              )
            ) : (
              <ButtonLink href="/two-factor?next=/account/security" variant="quiet" size="small">
                {t('factorSetUp')}
              </ButtonLink>
            )
          }
        />
        {developer.hasSecondFactor && <Codes developer={developer} />}
      </SettingRows>
    </Section>
  )
}

async function Codes({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const row = {
    name: t('codes'),
    value: t('codesLeft', { left: await countRecoveryCodes(developer.id) }),
    note: t('codesNote'),
  }
  return (
    <FormProvider action={renewCodes}>
      <FormOutcome
        otherwise={
          <SettingRow
            {...row}
            act={<PressForm button={t('factorNewCodes')} variant="quiet" size="small" />}
          />
        }
      >
        <div className="border-line border-b py-4">
          <RecoveryCodes next="/account/security?kept" portal={getSettings().PORTAL_URL} />
        </div>
      </FormOutcome>
    </FormProvider>
  )
}

/** The password, and the form that changes it. */
async function Password({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const absence = await describeAbsence(developer)
  if (absence) return <SettingRow id="own-password" name={t('account.passwordTitle')} note={absence} />
  const minimum = developer.hasSecondFactor ? passwordMinimumWithSecondFactor : passwordMinimum
  return (
    <SettingRow
      id="own-password"
      name={t('account.passwordTitle')}
      value={t('account.passwordSet')}
      note={t('account.passwordNote')}
      action={changeOwnPassword}
    >
      <input type="email" name="username" value={developer.email} autoComplete="username" readOnly hidden />
      <FieldColumns>
        <PasswordInput
          name="currentPassword"
          label={t('fields.currentPassword')}
          autoComplete="current-password"
          required
        />
        <PasswordInput
          name="newPassword"
          label={t('fields.newPassword')}
          hint={t('fields.passwordHint', { minimum })}
          autoComplete="new-password"
          required
        />
      </FieldColumns>
      <FormEnd>{t('account.passwordButton')}</FormEnd>
    </SettingRow>
  )
}

/** Why there is no password to change; null if there is one. */
async function describeAbsence({ id }: CurrentDeveloper): Promise<string | null> {
  const use = await findPasswordUse(id)
  if (use === 'on') return null
  const t = await getTranslations('provider.identity')
  const provider = findProviderName() ?? ''
  if (use === 'none') return `${t('noPassword', { provider })} ${t('newPassword')}`
  return t(use === 'off' ? 'passwordOff' : 'passwordFixed', { provider })
}
