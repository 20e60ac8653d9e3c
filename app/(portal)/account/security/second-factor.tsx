import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { RecoveryCodes } from '@/components/recovery-codes'
import { PressForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
import { getSettings } from '@/lib/env'
import type { PasskeyEntry } from '@/lib/identity/passkey'
import { countRecoveryCodes } from '@/lib/identity/recovery-code'
import { renewCodes, turnOffAuthenticator } from './actions'
import { Password } from './password'

type Props = { developer: CurrentDeveloper; keep: boolean; passkeys: PasskeyEntry[] }

/** The password, the authenticator and the recovery codes, a row each. */
export async function SignIn({ developer, keep, passkeys }: Props) {
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
    <FormStage action={renewCodes}>
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
    </FormStage>
  )
}
