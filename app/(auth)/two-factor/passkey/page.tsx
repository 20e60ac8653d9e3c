import { getTranslations } from 'next-intl/server'
import { findDevice } from '@/app/_request/caller'
import { pageMetadata } from '@/app/_request/page-metadata'
import { landing, returnPath } from '@/app/_request/return-path'
import { maySetUpFactor, requireSignedIn } from '@/app/_request/session'
import { PasskeyForm } from '@/components/passkey-form'
import { type Query, withQuery } from '@/components/query'
import { RecoveryCodes } from '@/components/recovery-codes'
import { FormProvider } from '@/components/ui/form-provider'
import { FormOutcome } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { NarrowPage } from '@/components/ui/page-header'
import { TextInput } from '@/components/ui/text-input'
import { TextLink } from '@/components/ui/text-link'
import { getSettings } from '@/lib/env'
import { nameBrowser } from '@/lib/identity/session'
import { addPasskey, beginPasskey } from './actions'

type Props = { searchParams: Promise<Query> }

export const generateMetadata = pageMetadata('accounts.passkey')

export default async function NewPasskeyPage({ searchParams }: Props) {
  const developer = await requireSignedIn()
  const next = returnPath((await searchParams).next, landing(developer.role))
  const t = await getTranslations('accounts.passkey')
  // No dialog: a passkey that the portal refuses later would stay on the device.
  const confirmed = maySetUpFactor(developer)
  const form = (
    <NarrowPage
      title={t('title')}
      lead={t('lead')}
      after={
        confirmed &&
        !developer.hasAuthenticator && (
          <TextLink href={withQuery('/two-factor', { next })}>{t('instead')}</TextLink>
        )
      }
    >
      <NewPasskeyForm confirmed={confirmed} />
    </NarrowPage>
  )
  return (
    <FormProvider action={addPasskey}>
      <FormOutcome otherwise={form}>
        <NarrowPage title={t('addedTitle')}>
          <RecoveryCodes next={next} portal={getSettings().PORTAL_URL} />
        </NarrowPage>
      </FormOutcome>
    </FormProvider>
  )
}

async function NewPasskeyForm({ confirmed }: { confirmed: boolean }) {
  const t = await getTranslations('accounts.passkey')
  return (
    <>
      <noscript>{t('without')}</noscript>
      {!confirmed && (
        <Notice title={t('confirmFirst')}>
          <TextLink href={withQuery('/confirm', { next: '/two-factor/passkey' })}>{t('confirm')}</TextLink>
        </Notice>
      )}
      <fieldset disabled={!confirmed}>
        <PasskeyForm begin={beginPasskey} button="add">
          <TextInput
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            defaultValue={await suggestName()}
            maxLength={60}
            autoComplete="off"
            required
          />
        </PasskeyForm>
      </fieldset>
    </>
  )
}

/** The browser and system at hand. */
async function suggestName(): Promise<string> {
  const t = await getTranslations('accounts.account')
  const { browser, system } = nameBrowser((await findDevice()).userAgent)
  return browser && system ? t('deviceName', { browser, system }) : (browser ?? system ?? '')
}
