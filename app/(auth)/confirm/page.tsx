import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { ReauthenticationFields } from '@/app/_request/reauthentication-fields'
import { returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireSignedIn } from '@/app/_request/session'
import { PasskeyChoice } from '@/app/(auth)/main-button'
import { FlashMessages } from '@/components/flash-messages'
import { ProviderLink, providerRefusals } from '@/components/identity/provider-link'
import { PasskeyForm } from '@/components/passkey-form'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { NarrowPage } from '@/components/ui/page-header'
import { Divider } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { confirmationMinutes } from '@/lib/commands/execute'
import { findProviderName } from '@/lib/identity/provider-settings'
import { findIdentity } from '@/lib/identity/sign-in-identity'
import { beginPasskey, confirmOwnIdentity } from './actions'

type Props = { developer: CurrentDeveloper; next: string }

export const generateMetadata = pageMetadata('accounts.confirm')

export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  // Also those who still have to set a second factor up: doing so may ask.
  const developer = await requireSignedIn()
  const query = await searchParams
  const next = returnPath(query.next)
  const t = await getTranslations('accounts')
  const provider = (await findIdentity(developer.id)) && findProviderName()
  const refused = await getTranslations('provider.refused')
  const passkey = (
    <PasskeyForm action={confirmOwnIdentity} begin={beginPasskey} button="use">
      <input type="hidden" name="next" value={next} />
    </PasskeyForm>
  )
  return (
    <NarrowPage
      title={t('confirm.title')}
      lead={t('confirm.lead', { email: developer.email, minutes: confirmationMinutes })}
    >
      <div className="grid gap-6">
        {provider && (
          <FlashMessages
            query={query}
            refused={{ keys: providerRefusals, text: (key) => refused(key, { provider }) }}
          />
        )}
        <p className="text-muted text-sm">{t('confirm.alone')}</p>
        <PasskeyChoice passkey={developer.hasPasskey && passkey}>
          {provider && <WithProvider {...{ developer, next, provider }} />}
          {!developer.byProvider && <WithPassword {...{ developer, next }} />}
        </PasskeyChoice>
      </div>
    </NarrowPage>
  )
}

/** The only way except a passkey for someone who signed in with the provider: a password here would prove less. */
async function WithProvider({ developer, next, provider }: Props & { provider: string }) {
  const t = await getTranslations('provider')
  const common = await getTranslations('accounts.confirm')
  return (
    <>
      {developer.byProvider && <p className="text-muted text-sm">{t('confirmation', { provider })}</p>}
      <ProviderLink to="/oidc/confirm" query={{ next }}>
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

async function WithPassword({ developer, next }: Props) {
  const t = await getTranslations('accounts')
  return (
    <ActionForm action={confirmOwnIdentity}>
      <input type="hidden" name="next" value={next} />
      <ReauthenticationFields developer={developer} />
      <div className="flex flex-wrap items-center gap-6">
        <SubmitButton size="large">{t('confirm.button')}</SubmitButton>
        <TextLink href={next}>{t('confirm.cancel')}</TextLink>
      </div>
    </ActionForm>
  )
}
