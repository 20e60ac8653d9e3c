import { getTranslations } from 'next-intl/server'
import { findCurrentDeveloper } from '@/app/_request/session'
import { Counter } from '@/components/landing/counter'
import { Environments } from '@/components/landing/environments'
import { QuickStart } from '@/components/landing/quick-start'
import { ValidationPath } from '@/components/landing/validation-path'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'

export default async function LandingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const signedIn = (await findCurrentDeveloper()) !== null
  return (
    <>
      {!signedIn && <AccountDeleted query={await searchParams} />}
      <Hero signedIn={signedIn} />
      <Environments />
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
      <OneTimeNotices query={query} done={{ keys: ['deleted'], text: () => t('accountDeleted') }} />
    </div>
  )
}

async function Hero({ signedIn }: { signedIn: boolean }) {
  const t = await getTranslations('landing')
  return (
    <section className="border-line border-b">
      <div className="mx-auto grid max-w-page items-center gap-12 px-4 py-12 sm:px-6 sm:py-16 lg:grid-cols-[7fr_5fr] lg:py-20">
        <div>
          <p className="font-mono text-accent text-sm">{t('kicker')}</p>
          <h1 className="mt-3 text-display">{t('title')}</h1>
          <p className="mt-5 max-w-prose text-lg text-muted">{t('lead')}</p>
          <div className="mt-8 flex flex-wrap gap-3">{signedIn ? <WayBack /> : <WaysIn />}</div>
          <p className="mt-5">
            <TextLink href="/docs">{t('readDocs')}</TextLink>
          </p>
        </div>
        <Counter />
      </div>
    </section>
  )
}

/** The page's only links of these names: the header leaves them out here. */
async function WaysIn() {
  const t = await getTranslations('landing')
  return (
    <>
      <ButtonLink href="/sign-up" size="large">
        {t('createAccount')}
      </ButtonLink>
      <ButtonLink href="/sign-in" size="large" variant="secondary">
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
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-6 px-4 py-12 sm:px-6">
        <div>
          <h2 className="text-2xl">{t('title')}</h2>
          <p className="mt-1">{t(signedIn ? 'bodySignedIn' : 'body')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={signedIn ? '/applications/new' : '/sign-up'} size="large">
            {t(signedIn ? 'actionSignedIn' : 'action')}
          </ButtonLink>
          <TextLink href="/docs">{t('docs')}</TextLink>
        </div>
      </div>
    </section>
  )
}
