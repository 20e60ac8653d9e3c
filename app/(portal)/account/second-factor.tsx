import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { RecoveryCodes } from '@/components/recovery-codes'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome } from '@/components/ui/form-state'
import { getSettings } from '@/lib/env'
import { listPasskeys, type PasskeyEntry } from '@/lib/identity/passkey'
import { findProviderName } from '@/lib/identity/provider-settings'
import { countRecoveryCodes } from '@/lib/identity/recovery-code'
import { passwordMinimum } from '@/lib/identity/schema'
import { renewCodes, turnOffAuthenticator } from './actions'
import { Passkeys } from './passkeys'

/** The second factors that are set up, and the actions on them. */
export async function SecondFactor({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const passkeys = await listPasskeys(developer.id)
  // The last factor can't be removed if the role requires one.
  const keep = developer.role !== 'developer' && passkeys.length + Number(developer.hasAuthenticator) === 1
  return (
    <Card title={t('factorTitle')} id="second-factor">
      <div className="grid gap-6">
        <State developer={developer} keep={keep} />
        <Authenticator developer={developer} keep={keep} passkeys={passkeys} />
        <Passkeys passkeys={passkeys} keep={keep} />
        {developer.hasSecondFactor && <Codes developer={developer} />}
      </div>
    </Card>
  )
}

async function State({ developer, keep }: { developer: CurrentDeveloper; keep: boolean }) {
  const t = await getTranslations('accounts.account')
  const atProvider = await getTranslations('provider.identity')
  const none = developer.byProvider
    ? atProvider('factor', { provider: findProviderName() ?? '' })
    : t('factorOff')
  return (
    <div className="grid gap-2">
      <p>{developer.hasSecondFactor ? t('factorOn') : none}</p>
      {keep && <p className="text-muted text-sm">{t('factorRequired')}</p>}
      {!keep && developer.hasSecondFactor && (
        <p className="text-muted text-sm">{t('factorShortPassword', { minimum: passwordMinimum })}</p>
      )}
    </div>
  )
}

type AuthenticatorProps = { developer: CurrentDeveloper; keep: boolean; passkeys: PasskeyEntry[] }

async function Authenticator({ developer, keep, passkeys }: AuthenticatorProps) {
  const t = await getTranslations('accounts.account')
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{t('authenticator')}</h3>
      {!developer.hasAuthenticator && (
        <div>
          <ButtonLink href="/two-factor?next=/account" variant="secondary" size="small">
            {t('factorSetUp')}
          </ButtonLink>
        </div>
      )}
      {developer.hasAuthenticator && <p className="text-sm">{t('authenticatorOn')}</p>}
      {developer.hasAuthenticator && !keep && (
        <PressForm
          action={turnOffAuthenticator}
          button={t(passkeys.length > 0 ? 'authenticatorRemove' : 'factorTurnOff')}
          variant="dangerOutline"
          size="small"
        />
      )}
    </section>
  )
}

async function Codes({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const left = await countRecoveryCodes(developer.id)
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{t('codes')}</h3>
      <p className="text-sm">{t('codesLeft', { left })}</p>
      <FormStage action={renewCodes}>
        <FormOutcome otherwise={<PressForm button={t('factorNewCodes')} />}>
          <RecoveryCodes next="/account?kept" portal={getSettings().PORTAL_URL} />
        </FormOutcome>
      </FormStage>
    </section>
  )
}
