import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDevice } from '@/app/_request/caller'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, hasRecentProof, requireSignedIn } from '@/app/_request/session'
import { ConfirmFirst } from '@/app/(auth)/confirm-first'
import { passkeyLabels } from '@/app/(auth)/passkey-labels'
import { recoveryCodesLabels } from '@/app/(auth)/recovery-codes-labels'
import { NarrowPage } from '@/components/narrow-page'
import { type Query, withQuery } from '@/components/query'
import { nameBrowser } from '@/lib/identity/browser-name'
import { NewPasskeyForm } from './form'

type Props = { searchParams: Promise<Query> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.passkey'))('title') }
}

export default async function NewPasskeyPage({ searchParams }: Props) {
  const developer = await requireSignedIn()
  const next = returnPath((await searchParams).next, landing(developer.role))
  return (
    <NewPasskeyForm
      next={next}
      suggested={await suggestName()}
      instead={developer.hasAuthenticator ? null : withQuery('/two-factor', { next })}
      labels={await labels()}
    >
      {!hasRecentProof(developer) && <Confirm developer={developer} />}
    </NewPasskeyForm>
  )
}

/** Not a redirect: the page is drawn anew with the recovery codes that adding the first passkey brings. */
async function Confirm({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.passkey')
  return (
    <NarrowPage title={t('title')} lead={t('lead')}>
      <ConfirmFirst developer={developer} path="/two-factor/passkey" />
    </NarrowPage>
  )
}

async function suggestName(): Promise<string> {
  const t = await getTranslations('accounts.account')
  const { browser, system } = nameBrowser((await findDevice()).userAgent)
  return browser && system ? t('deviceName', { browser, system }) : (browser ?? system ?? '')
}

async function labels() {
  const t = await getTranslations('accounts.passkey')
  return {
    title: t('title'),
    lead: t('lead'),
    addedTitle: t('addedTitle'),
    name: t('name'),
    nameHint: t('nameHint'),
    without: t('without'),
    instead: t('instead'),
    ...(await passkeyLabels('add')),
    ...(await recoveryCodesLabels()),
  }
}
