import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { landing, returnPath } from '@/app/_request/return-path'
import { findCurrentDeveloper, findPendingDeveloper } from '@/app/_request/session'
import { CodeInput } from '@/app/(auth)/code-input'
import { PasskeyChoice } from '@/app/(auth)/main-button'
import { PasskeyForm } from '@/components/passkey-form'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { NarrowPage } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { TextLink } from '@/components/ui/text-link'
import { beginPasskey, giveCode, givePasskey } from './actions'

export const generateMetadata = pageMetadata('accounts.code')

export default async function CodePage({ searchParams }: { searchParams: Promise<Query> }) {
  const { next } = await searchParams
  const developer = await findCurrentDeveloper()
  if (developer) redirect(returnPath(next, landing(developer.role)))
  const pending = await findPendingDeveloper()
  if (!pending) redirect('/sign-in')
  const t = await getTranslations('accounts')
  const target = <input type="hidden" name="next" value={returnPath(next, '')} />
  const passkey = (
    <PasskeyForm begin={beginPasskey} action={givePasskey} button="use">
      {target}
    </PasskeyForm>
  )
  return (
    <NarrowPage
      title={t('code.title')}
      lead={t('code.lead', { email: pending.email })}
      after={<TextLink href="/sign-in">{t('code.again')}</TextLink>}
    >
      <PasskeyChoice passkey={pending.hasPasskey && passkey}>
        <ActionForm action={giveCode}>
          {target}
          <CodeInput
            hint={t(pending.hasAuthenticator ? 'fields.codeHint' : 'fields.recoveryCodeHint')}
            autoFocus
          />
          <SubmitButton size="large">{t('code.button')}</SubmitButton>
        </ActionForm>
      </PasskeyChoice>
    </NarrowPage>
  )
}
