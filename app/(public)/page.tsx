import { useMessages, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { findCurrentDeveloper } from '@/app/_request/session'
import { ReceiptTexts } from '@/components/balance-receipt'
import { FlashMessages } from '@/components/flash-messages'
import { BalanceDemoForm } from '@/components/landing/balance-demo-form'
import type { DemoState } from '@/components/landing/demo-state'
import type { Query } from '@/components/query'
import { Stepper } from '@/components/stepper'
import { ButtonLink } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { useLocale } from '@/i18n/current-locale'
import { callLimits } from '@/lib/usage/schema'
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
      <ValidationPath />
      <Closing signedIn={signedIn} />
    </>
  )
}

const environments = ['sandbox', 'production'] as const

const looks = { sandbox: 'bg-sandbox-solid', production: 'bg-production-solid' }
const edges = { sandbox: 'border-sandbox-solid', production: 'border-production-solid' }
const words = { sandbox: 'text-sandbox', production: 'text-production' }

/** What differs between Sandbox and Production, row by row; `accounts` is the number of documented ones. */
function Environments({ accounts: count }: { accounts: number }) {
  const t = useTranslations('landing.environments')
  const names = useTranslations('common.environment')
  const rows = [
    [t('opens'), t('opensSandbox'), t('opensProduction')],
    [t('accounts'), t('accountsSandbox', { count }), t('accountsProduction')],
    [t('credentials'), t('credentialsSandbox'), t('credentialsProduction')],
  ] as const
  return (
    <LandingSection id="environments" title={t('title')} lead={t('lead')}>
      <table className="w-full table-fixed text-left text-[0.9375rem] max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            <th className="w-50 border-line border-b-2">
              <span className="sr-only">{t('property')}</span>
            </th>
            {environments.map((each) => (
              <th key={each} scope="col" className={`border-b-2 pr-6 pb-3 text-xl ${edges[each]}`}>
                <span
                  aria-hidden="true"
                  className={`mr-2.5 inline-block h-5.5 w-4.5 rounded-t-full align-[-3px] ${looks[each]}`}
                />
                {names(each)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map(([term, ...values]) => (
            <tr key={term} className="border-line border-b max-sm:block max-sm:py-2">
              <Term>{term}</Term>
              {environments.map((each, index) => (
                <td key={each} className="py-2.5 pr-6 align-top max-sm:block max-sm:py-0.5">
                  <span aria-hidden="true" className={`font-medium sm:hidden ${words[each]}`}>
                    {names(each)}{' '}
                  </span>
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
          <tr className="max-sm:block max-sm:py-2">
            <Term>{t('rules')}</Term>
            <td colSpan={2} className="py-2.5 max-sm:block max-sm:py-0.5">
              {t('rulesBoth')}
            </td>
          </tr>
        </tbody>
      </table>
    </LandingSection>
  )
}

function Term({ children }: { children: string }) {
  return (
    <th
      scope="row"
      className="py-2.5 pr-4 align-top font-normal text-muted max-sm:block max-sm:py-0.5 max-sm:font-semibold max-sm:text-ink"
    >
      {children}
    </th>
  )
}

/** The steps from documents to Production: four counters on one ledge. */
function ValidationPath() {
  const t = useTranslations('landing.validation')
  const stations = [
    { title: t('one'), body: t('oneBody') },
    { title: t('two'), body: t('twoBody') },
    { title: t('three'), body: t('threeBody') },
    { title: t('four'), body: t('fourBody') },
  ]
  return (
    <LandingSection id="validation" title={t('title')} lead={t('lead')}>
      <div className="lg:mt-8">
        <Stepper steps={stations} />
      </div>
    </LandingSection>
  )
}

type EnvironmentsProps = { id: string; title: string; lead: string; children: ReactNode }

/** One section of the landing page: a heading, a sentence and its content. */
function LandingSection({ id, title, lead, children }: EnvironmentsProps) {
  return (
    <section aria-labelledby={id} className="border-line border-t">
      <div className="mx-auto max-w-page px-4 py-9 sm:px-6 sm:py-11">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <p className="max-w-prose text-muted">{lead}</p>
        <div className="mt-5">{children}</div>
      </div>
    </section>
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
          <TextLink href="/docs/quick-start">{t('quickStart')}</TextLink>
        </div>
      </div>
      <BalanceDemo call={readTestBalance} first={await showFirst()} />
    </section>
  )
}

type Props = {
  call: (scene: DemoState, form: FormData) => Promise<DemoState>
  /** Before a press. */
  first: DemoState
}

/** The counter with its texts, as the browser has no messages, and the call as a terminal makes it. */
function BalanceDemo({ call, first }: Props) {
  const t = useTranslations('landing.counter')
  const raw = (name: 'again' | 'measured') => String(t.raw(name))
  const texts = {
    title: t('title'),
    lead: t('lead'),
    accounts: [t('ordinary'), t('decimals'), t('suspended')],
    idle: t('idle'),
    calling: t('calling'),
    again: raw('again'),
    limitLead: t('limitLead', { count: callLimits.landing_address }),
    closed: t('closed'),
    nothing: t('nothing'),
    service: t('service'),
    sandbox: useTranslations('common.environment')('sandbox'),
    measured: raw('measured'),
  }
  return (
    <ReceiptTexts texts={{ ...useMessages().common.receipt, locale: useLocale() }}>
      <BalanceDemoForm call={call} first={first} texts={texts} />
    </ReceiptTexts>
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
