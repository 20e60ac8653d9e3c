import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAccountHolder } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { EmailInput } from '@/components/ui/text-input'
import { listApplications } from '@/lib/applications/queries'
import { deleteOwnAccount } from './actions'

export const generateMetadata = pageMetadata('accounts.deletion')

export default async function DeleteAccountPage() {
  const developer = await requireAccountHolder()
  const t = await getTranslations('accounts')
  const applications = await listApplications(developer.id)
  const shared = applications.filter((each) => each.shared).length
  return (
    <HomeShell
      current="account"
      title={t('deletion.title')}
      above={{ href: '/account/data', label: t('account.title') }}
    >
      <div className="grid max-w-prose gap-6">
        <Notice tone="danger" title={t('deletion.question', { email: developer.email })}>
          <p>{t('deletion.applications', { count: applications.length - shared })}</p>
          {shared > 0 && <p>{t('deletion.shared', { count: shared })}</p>}
          <p>{t('deletion.gone')}</p>
          <p>{t('deletion.kept')}</p>
          <p>{t('deletion.export')}</p>
        </Notice>
        <ActionForm action={deleteOwnAccount} className="max-w-prose">
          <EmailInput label={t('deletion.confirmEmail')} autoComplete="off" />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger">{t('deletion.button')}</SubmitButton>
            <ButtonLink href="/account/data" variant="secondary">
              {t('deletion.keep')}
            </ButtonLink>
          </div>
        </ActionForm>
      </div>
    </HomeShell>
  )
}
