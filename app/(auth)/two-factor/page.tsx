import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { renderSVG } from 'uqr'
import { landing, returnPath } from '@/app/_request/return-path'
import { type CurrentDeveloper, requireRecentProof, requireSignedIn } from '@/app/_request/session'
import { recoveryCodesLabels } from '@/app/(auth)/recovery-codes-labels'
import { NarrowPage } from '@/components/narrow-page'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { showSetupKey } from '@/lib/identity/second-factor'
import { TwoFactorForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.twoFactor'))('title') }
}

export default async function TwoFactorPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireSignedIn()
  if (!developer.hasAuthenticator) requireRecentProof(developer, '/two-factor')
  const next = returnPath((await searchParams).next, landing(developer.role))
  const t = await getTranslations('accounts.twoFactor')
  return (
    <TwoFactorForm setup={await findSetup(developer)} next={next} labels={await labels(developer)}>
      <NarrowPage title={t('onTitle')} lead={t('on')}>
        <ButtonLink href="/account">{t('account')}</ButtonLink>
      </NarrowPage>
    </TwoFactorForm>
  )
}

async function findSetup(developer: CurrentDeveloper) {
  const setup = developer.hasAuthenticator ? null : await showSetupKey(developer, developer.sessionId)
  if (!setup) return null
  const svg = renderSVG(setup.address, { border: 4 })
  return { ...setup, picture: `data:image/svg+xml,${encodeURIComponent(svg)}` }
}

async function labels({ role }: CurrentDeveloper) {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common')
  return {
    title: t('twoFactor.title'),
    lead: role === 'developer' ? t('twoFactor.lead') : t('twoFactor.required'),
    scan: t('twoFactor.scan'),
    picture: t('twoFactor.picture'),
    open: t('twoFactor.open'),
    setupKey: t('fields.setupKey'),
    code: t('fields.code'),
    codeHint: t('fields.newCodeHint'),
    button: t('twoFactor.button'),
    problem: common('field.errorSummary'),
    onTitle: t('twoFactor.onTitle'),
    passkey: t('twoFactor.passkey'),
    ...(await recoveryCodesLabels()),
  }
}
