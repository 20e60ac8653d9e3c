import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { requireDeveloper } from '@/app/_request/session'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { PageHeader } from '@/components/ui/page-header'
import { DataExport } from './data-export'
import { Deletion } from './deletion'
import { Email, Language, Password } from './forms'
import { HintsChoice } from './hints-choice'
import { SecondFactor } from './second-factor'
import { Sessions } from './sessions'

const notices = {
  password: 'passwordDone',
  language: 'languageDone',
  revoked: 'revoked',
  others: 'othersRevoked',
  factor: 'factorTurnedOff',
  hints: 'hintsDone',
  authenticator: 'authenticatorDone',
  passkey: 'passkeyDone',
  passkeyRemoved: 'passkeyRemoved',
  emailKept: 'emailKept',
} as const
type Done = keyof typeof notices

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.account'))('title') }
}

export default async function AccountPage({ searchParams }: { searchParams: Promise<Query> }) {
  const developer = await requireDeveloper()
  const t = await getTranslations('accounts.account')
  return (
    <>
      <PageHeader title={t('title')}>{t('lead', { email: developer.email })}</PageHeader>
      <div className="grid gap-6">
        <OneTimeNotices
          query={await searchParams}
          done={{ keys: Object.keys(notices) as Done[], text: (key) => t(notices[key]) }}
        />
        <Sessions developer={developer} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <Password developer={developer} />
            <Email developer={developer} />
            <Language developer={developer} />
          </div>
          <div className="grid min-w-0 gap-6">
            <SecondFactor developer={developer} />
            <HintsChoice developerId={developer.id} />
            <DataExport />
            <Deletion />
          </div>
        </div>
      </div>
    </>
  )
}
