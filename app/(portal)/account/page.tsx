import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { providerRefusals } from '@/components/identity/provider-refusals'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import { findProviderName } from '@/lib/identity/provider-settings'
import { AccessKeys } from './access-keys'
import { DataExport } from './data-export'
import { Deletion } from './deletion'
import { Email, Language, Password } from './forms'
import { HintsChoice } from './hints-choice'
import { Identity } from './identity'
import { Profile } from './profile'
import { SecondFactor } from './second-factor'
import { Sessions } from './sessions'
import { SupportViews } from './support-views'

const notices = {
  profile: 'profileDone',
  named: 'sessionNamed',
  password: 'passwordDone',
  language: 'languageDone',
  revoked: 'revoked',
  others: 'othersRevoked',
  factor: 'factorTurnedOff',
  hints: 'hintsDone',
  authenticator: 'authenticatorDone',
  passkey: 'passkeyDone',
  passkeyRemoved: 'passkeyRemoved',
  accessKey: 'accessKeyRemoved',
  emailKept: 'emailKept',
} as const
type Done = keyof typeof notices

export const generateMetadata = titled('accounts.account')

export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireAccountHolder()
  const t = await getTranslations('accounts.account')
  const done = await getTranslations('provider.identity')
  const refused = await getTranslations('provider.refused')
  const provider = findProviderName() ?? ''
  return (
    <>
      <PageHeader title={t('title')}>{t('lead', { email: developer.email })}</PageHeader>
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{
            keys: [...(Object.keys(notices) as Done[]), 'identity', 'unlinked'],
            text: (key) => {
              if (key === 'identity') return done('done', { provider })
              return key === 'unlinked' ? done('unlinked', { provider }) : t(notices[key])
            },
          }}
          refused={{
            keys: [...providerRefusals, 'onlyPasskey'],
            text: (key) => (key === 'onlyPasskey' ? t('onlyPasskey') : refused(key, { provider })),
          }}
        />
        <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
          <nav aria-label={t('sections.label')} className="lg:sticky lg:top-6">
            <ul className="flex flex-wrap gap-x-5 gap-y-1 lg:grid">
              {sections.map((section) => (
                <li key={section}>
                  <TextLink href={`#${section}`} className="inline-flex min-h-8 items-center">
                    {t(`sections.${section}`)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="grid min-w-0 gap-12">
            <Section id="profile">
              <Profile developer={developer} />
              <div className="grid gap-6">
                <Email developer={developer} />
                <Language developer={developer} />
              </div>
            </Section>
            <Section id="security">
              <div className="grid gap-6">
                <Password developer={developer} />
                <Identity developer={developer} />
                <AccessKeys developer={developer} />
              </div>
              <SecondFactor developer={developer} />
              <div className="grid gap-6 xl:col-span-2">
                <Sessions developer={developer} />
                <SupportViews developerId={developer.id} />
              </div>
            </Section>
            <Section id="notifications">
              <HintsChoice developerId={developer.id} />
            </Section>
            <Section id="data">
              <DataExport />
              <Deletion />
            </Section>
          </div>
        </div>
      </div>
    </>
  )
}

const sections = ['profile', 'security', 'notifications', 'data'] as const

async function Section({ id, children }: { id: (typeof sections)[number]; children: ReactNode }) {
  const t = await getTranslations('accounts.account.sections')
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="mb-4 text-xl">
        {t(id)}
      </h2>
      <div className="grid items-start gap-6 xl:grid-cols-2">{children}</div>
    </section>
  )
}
