import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper, findPendingDeveloper } from '@/app/_request/session'
import { PasskeyChoice } from '@/app/(auth)/passkey-choice'
import { passkeyLabels } from '@/app/(auth)/passkey-labels'
import { NarrowPage } from '@/components/narrow-page'
import type { Query } from '@/components/query'
import { TextLink } from '@/components/ui/text-link'
import { CodeForm, SignInPasskeyForm } from './form'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accounts.code'))('title') }
}

export default async function CodePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next } = await searchParams
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const pending = await findPendingDeveloper()
  if (!pending) redirect('/sign-in')
  const t = await getTranslations('accounts')
  const common = await getTranslations('common.field')
  const labels = {
    code: t('fields.code'),
    hint: t(pending.hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint'),
    button: t('code.button'),
    problem: common('errorSummary'),
  }
  const target = returnPath(next, '')
  const code = <CodeForm next={target} labels={labels} />
  return (
    <NarrowPage
      title={t('code.title')}
      lead={t('code.lead', { email: pending.email })}
      after={<TextLink href="/sign-in">{t('code.again')}</TextLink>}
    >
      {pending.hasPasskey ? (
        <PasskeyChoice
          or={t('passkey.or')}
          passkey={<SignInPasskeyForm next={target} labels={await passkeyLabels('use')} />}
        >
          {code}
        </PasskeyChoice>
      ) : (
        code
      )}
    </NarrowPage>
  )
}
