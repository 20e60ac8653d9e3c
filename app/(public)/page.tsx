import { getTranslations } from 'next-intl/server'
import { findCurrentDeveloper } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import { BalanceDemo } from '@/components/landing/balance-demo'
import { Environments } from '@/components/landing/environments'
import { QuickStart } from '@/components/landing/quick-start'
import { ValidationPath } from '@/components/landing/validation-path'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { sandboxAccounts } from '@/lib/wallet/sandbox-accounts'
import { readTestBalance } from './actions'
import { showFirst } from './real-call'

export default async function LandingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const signedIn = (await findCurrentDeveloper()) !== null
  return (
    <>
      {!signedIn && <AccountDeleted query={await searchParams} />}
      <Hero signedIn={signedIn} />
      <Environments accounts={sandboxAccounts.length} />
      <QuickStart />
      <ValidationPath />
      <Closing signedIn={signedIn} />
    </>
  )
}

/** Where the deletion of an account redirects to. */
async function AccountDeleted({ query }: { query: Query }) {
  const t = await getTranslations('landing')
  return (
    <div className="mx-auto max-w-page px-4 not-empty:pt-6 sm:px-6">
      <FlashMessages query={query} done={{ keys: ['deleted'], text: () => t('accountDeleted') }} />
    </div>
  )
}

async function Hero({ signedIn }: { signedIn: boolean }) {
  const t = await getTranslations('landing')
  return (
    <section className="mx-auto grid max-w-page items-start gap-10 px-4 pt-8 pb-12 sm:px-6 lg:grid-cols-[1fr_minmax(0,33rem)] lg:gap-16">
      <div className="lg:pt-26">
        <h1 className="text-display">{t('title')}</h1>
        <p className="mt-6 max-w-115 text-lg text-muted">{t('lead')}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
          {signedIn ? <WayBack /> : <WaysIn />}
          <TextLink href="/docs">{t('readDocs')}</TextLink>
        </div>
      </div>
      <BalanceDemo call={readTestBalance} first={await showFirst()} />
    </section>
  )
}

/** The page's only links of these names: where the header has one of them, it is not here. */
async function WaysIn() {
  const t = await getTranslations('landing')
  return (
    <>
      <ButtonLink href="/sign-up" size="large">
        {t('createAccount')}
      </ButtonLink>
      <ButtonLink href="/sign-in" size="large" variant="secondary" className="lg:hidden">
        {t('signIn')}
      </ButtonLink>
    </>
  )
}

async function WayBack() {
  const t = await getTranslations('landing')
  return (
    <ButtonLink href="/applications" size="large">
      {t('yourApplications')}
    </ButtonLink>
  )
}

async function Closing({ signedIn }: { signedIn: boolean }) {
  const t = await getTranslations('landing.closing')
  return (
    <section className="on-brand">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-4 py-9 sm:px-6">
        <div>
          <h2 className="text-3xl">{t('title')}</h2>
          <p>{t(signedIn ? 'bodySignedIn' : 'body')}</p>
        </div>
        <ButtonLink href={signedIn ? '/applications/new' : '/sign-up'} size="large">
          {t(signedIn ? 'actionSignedIn' : 'action')}
        </ButtonLink>
      </div>
      <div aria-hidden="true" className="arcade" />
    </section>
  )
}
