import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { findDraft } from '@/app/_request/draft'
import { type CurrentDeveloper, isConfirmed, requireDeveloper } from '@/app/_request/session'
import { OneTimeNotices } from '@/components/one-time-notices'
import { type Query, withQuery } from '@/components/query'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { locales } from '@/i18n/locale'
import { findPendingChange } from '@/lib/identity/email-change'
import { emailChangeHours, passwordMinimum, passwordMinimumWithSecondFactor } from '@/lib/identity/schema'
import { cancelOwnEmailChange } from './actions'
import { DataExport } from './data-export'
import { Deletion } from './deletion'
import { EmailForm, LanguageForm, PasswordForm } from './forms'
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

async function Password({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  const minimum = developer.hasSecondFactor ? passwordMinimumWithSecondFactor : passwordMinimum
  const labels = {
    current: t('fields.currentPassword'),
    new: t('fields.newPassword'),
    newHint: t('fields.passwordHint', { minimum }),
    showPassword: common('showPassword'),
    hidePassword: common('hidePassword'),
    button: t('account.passwordButton'),
    problem: common('errorSummary'),
    email: developer.email,
  }
  return (
    <Card title={t('account.passwordTitle')} id="password">
      <PasswordForm labels={labels} />
    </Card>
  )
}

async function Email({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  const labels = {
    email: t('fields.newEmail'),
    button: t('account.emailButton'),
    // Filled in beside the form, which alone knows what was typed.
    sent: t('account.emailSent', { email: '{email}' }),
    problem: common('errorSummary'),
  }
  return (
    <Card title={t('account.emailTitle')} id="address">
      <p className="mb-4 text-muted text-sm">{t('account.emailLead', { email: developer.email })}</p>
      <PendingChange developerId={developer.id} />
      {isConfirmed(developer) ? (
        <EmailForm labels={labels} typed={await findDraft(developer, '/account')} />
      ) : (
        <ButtonLink href={withQuery('/confirm', { next: '/account#address' })} variant="secondary">
          {t('account.emailConfirm')}
        </ButtonLink>
      )}
    </Card>
  )
}

async function PendingChange({ developerId }: { developerId: string }) {
  const email = await findPendingChange(developerId)
  if (!email) return null
  const t = await getTranslations('accounts.account')
  return (
    <Notice tone="info" className="mb-4 min-w-0 [overflow-wrap:anywhere]">
      <p>{t('emailPending', { email, hours: emailChangeHours })}</p>
      <form action={cancelOwnEmailChange} className="mt-2">
        <SubmitButton variant="secondary" size="small">
          {t('emailCancel')}
        </SubmitButton>
      </form>
    </Notice>
  )
}

async function Language({ developer }: { developer: CurrentDeveloper }) {
  const t = await getTranslations('accounts.account')
  const common = await getTranslations('common')
  const languages = locales.map((value) => ({ value, label: common(`language.${value}`) }))
  const labels = {
    language: t('language'),
    button: t('languageButton'),
    problem: common('field.errorSummary'),
  }
  return (
    <Card title={t('languageTitle')} id="language">
      <p className="mb-4 text-muted text-sm">{t('languageLead')}</p>
      <LanguageForm current={developer.locale} languages={languages} labels={labels} />
    </Card>
  )
}
