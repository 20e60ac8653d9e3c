import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDevice } from '@/app/_request/caller'
import { landing, returnPath } from '@/app/_request/return-path'
import { requireRecentProof, requireSignedIn } from '@/app/_request/session'
import { passkeyLabels } from '@/app/(auth)/passkey-labels'
import { recoveryCodesLabels } from '@/app/(auth)/recovery-codes-labels'
import { nameBrowser } from '@/lib/developers/browser-name'
import { NewPasskeyForm } from './form'

type Props = { searchParams: Promise<{ next?: string }> }

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.passkey'))('title') }
}

export default async function NewPasskeyPage({ searchParams }: Props) {
  const developer = await requireSignedIn()
  requireRecentProof(developer, '/two-factor/passkey')
  const next = returnPath((await searchParams).next, landing(developer.role))
  return (
    <NewPasskeyForm
      next={next}
      suggested={await suggestName()}
      instead={developer.hasAuthenticator ? null : `/two-factor?next=${encodeURIComponent(next)}`}
      labels={await labels()}
    />
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
