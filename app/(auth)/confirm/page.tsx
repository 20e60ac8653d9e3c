import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { titleOf, warningOf } from '@/app/_request/confirmed'
import { ProofFields } from '@/app/_request/proof-fields'
import { returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireSignedIn } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { PasskeyChoice } from '@/app/(auth)/passkey-choice'
import { ProviderLink } from '@/components/identity/provider-link'
import { providerRefusals } from '@/components/identity/provider-refusals'
import { NarrowPage } from '@/components/narrow-page'
import { OneTimeNotices } from '@/components/one-time-notices'
import { PasskeyForm } from '@/components/passkey-form'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { Button } from '@/components/ui/button'
import { Divider } from '@/components/ui/divider'
import { FormStage } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { findPendingAct } from '@/lib/identity/pending-act'
import { findProviderName } from '@/lib/identity/provider-settings'
import { confirmationMinutes } from '@/lib/identity/schema'
import { findIdentity } from '@/lib/identity/sign-in-identity'
import { beginPasskey, confirmOwnIdentity, confirmWithPasskey, settleAct } from './actions'

type Props = { developer: CurrentDeveloper; next: string }

export const generateMetadata = titled('accounts.confirm')

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  // Also those who still have to set a second factor up: doing so may ask.
  const developer = await requireSignedIn()
  const query = await searchParams
  const next = returnPath(query.next)
  // Opened directly, it only confirms: an act is performed where its form led here.
  const led = ['same-origin', null].includes((await headers()).get('sec-fetch-site'))
  const act = led ? await findPendingAct(developer.sessionId, next) : null
  const t = await getTranslations('accounts')
  if (act?.final)
    return (
      <NarrowPage title={await titleOf(act)} lead={await warningOf(act)}>
        <FormStage action={settleAct}>
          <ActionForm>
            <Then {...{ act, next }} />
            <div className="flex flex-wrap gap-3">
              <SubmitButton size="large">{t('confirm.button')}</SubmitButton>
              <Button type="submit" name="intent" value="cancel" variant="quiet" size="large">
                {t('confirm.cancel')}
              </Button>
            </div>
          </ActionForm>
        </FormStage>
      </NarrowPage>
    )
  const provider = (await findIdentity(developer.id)) && findProviderName()
  const refused = await getTranslations('provider.refused')
  const passkey = (
    <FormStage action={confirmWithPasskey}>
      <PasskeyForm begin={beginPasskey} button="use">
        <Then {...{ act, next }} />
      </PasskeyForm>
    </FormStage>
  )
  return (
    <NarrowPage
      title={act ? await titleOf(act) : t('confirm.title')}
      lead={t('confirm.lead', { email: developer.email, minutes: confirmationMinutes })}
    >
      <div className="grid gap-6">
        {provider && (
          <OneTimeNotices
            query={query}
            refused={{ keys: providerRefusals, text: (key) => refused(key, { provider }) }}
          />
        )}
        <PasskeyChoice passkey={developer.hasPasskey && passkey}>
          {provider && <WithProvider {...{ developer, next, act, provider }} />}
          {!developer.byProvider && <WithPassword {...{ developer, next, act }} />}
        </PasskeyChoice>
      </div>
    </NarrowPage>
  )
}

/** The only way except a passkey for someone who signed in with the provider: a password here would prove less. */
async function WithProvider({ developer, next, act, provider }: Props & ThenProps & { provider: string }) {
  const t = await getTranslations('provider')
  const common = await getTranslations('accounts.confirm')
  return (
    <>
      {developer.byProvider && <p className="text-muted text-sm">{t('confirmation', { provider })}</p>}
      <ProviderLink to="/oidc/confirm" query={{ next, act: act?.id }}>
        {t('confirm', { provider })}
      </ProviderLink>
      {developer.byProvider ? (
        <TextLink href={next}>{common('cancel')}</TextLink>
      ) : (
        <Divider>{t('or')}</Divider>
      )}
    </>
  )
}

type ThenProps = { act: { id: string } | null; next: string }

function Then({ act, next }: ThenProps) {
  return (
    <>
      {act && <input type="hidden" name="act" value={act.id} />}
      <input type="hidden" name="next" value={next} />
    </>
  )
}

async function WithPassword({ developer, next, act }: Props & ThenProps) {
  const t = await getTranslations('accounts')
  return (
    <FormStage action={confirmOwnIdentity}>
      <ActionForm>
        <Then {...{ act, next }} />
        <ProofFields developer={developer} />
        <div className="flex flex-wrap items-center gap-6">
          <SubmitButton size="large">{t('confirm.button')}</SubmitButton>
          <TextLink href={next}>{t('confirm.cancel')}</TextLink>
        </div>
      </ActionForm>
    </FormStage>
  )
}
