import { getTranslations } from 'next-intl/server'
import { requireAccountHolder } from '@/app/_request/session'
import { titled } from '@/app/_request/titled'
import { providerRefusals } from '@/components/identity/provider-refusals'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { PageHeader } from '@/components/ui/page-header'
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
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <Profile developer={developer} />
            <Language developer={developer} />
            <Email developer={developer} />
            <Password developer={developer} />
          </div>
          <div className="grid min-w-0 gap-6">
            <Identity developer={developer} />
            <SecondFactor developer={developer} />
            <AccessKeys developer={developer} />
            <HintsChoice developerId={developer.id} />
            <DataExport />
            <Deletion />
          </div>
        </div>
        <Sessions developer={developer} />
        <SupportViews developerId={developer.id} />
      </div>
    </>
  )
}
