import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { RecoveryCodes } from '@/components/recovery-codes'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { getSettings } from '@/lib/env'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { countRecoveryCodes } from '@/lib/identity/recovery-code'
import { renewCodes, turnOffAuthenticator } from './actions'

type Props = { developer: CurrentDeveloper; keep: boolean; passkeys: PasskeyEntry[] }

/** The authenticator and the recovery codes, and the actions on them. */
export async function SecondFactor({ developer, keep, passkeys }: Props) {
  const t = await getTranslations('accounts.account')
  return (
    <Section title={t('factorTitle')} id="second-factor">
      <Authenticator developer={developer} keep={keep} passkeys={passkeys} />
      {developer.hasSecondFactor && <Codes developer={developer} />}
    </Section>
  )
}

async function Authenticator({ developer, keep, passkeys }: Props) {
  const t = await getTranslations('accounts.account')
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b pb-3 text-sm">
      <h3 className="w-44 font-medium">{t('authenticator')}</h3>
      {!developer.hasAuthenticator && (
        <div className="ml-auto">
          <ButtonLink href="/two-factor?next=/account/security" variant="secondary" size="small">
            {t('factorSetUp')}
          </ButtonLink>
        </div>
      )}
      {developer.hasAuthenticator && <p className="mr-auto text-success">{t('authenticatorOn')}</p>}
      {developer.hasAuthenticator && !keep && (
        <PressForm
          action={turnOffAuthenticator}
          button={t(passkeys.length > 0 ? 'authenticatorRemove' : 'factorTurnOff')}
          variant="dangerOutline"
          size="small"
        />
      )}
    </div>
  )
}

async function Codes({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const left = await countRecoveryCodes(developer.id)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b pb-3 text-sm">
      <h3 className="w-44 font-medium">{t('codes')}</h3>
      <p className="mr-auto text-muted">{t('codesLeft', { left })}</p>
      <FormStage action={renewCodes}>
        <FormOutcome otherwise={<PressForm button={t('factorNewCodes')} />}>
          <RecoveryCodes next="/account/security?kept" portal={getSettings().PORTAL_URL} />
        </FormOutcome>
      </FormStage>
    </div>
  )
}
