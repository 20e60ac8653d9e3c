import { getTranslations } from 'next-intl/server'
import { HomeShell } from '@/app/_request/home-shell'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireAccountHolder } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { ButtonLink } from '@/components/ui/button'
import { DownloadLink } from '@/components/ui/download-link'
import { SettingRow, SettingRows } from '@/components/ui/setting-row'
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
  const losses: [name: string, note: string][] = [
    [t('deletion.losses.applications'), t('deletion.applications', { count: applications.length - shared })],
    [t('deletion.losses.shared'), shared > 0 ? t('deletion.shared', { count: shared }) : ''],
    [t('deletion.losses.signIn'), t('deletion.gone')],
    [t('deletion.losses.activity'), t('deletion.kept')],
  ]
  return (
    <HomeShell
      current="account"
      title={t('deletion.question', { email: developer.email })}
      above={{ href: '/account/data', label: t('account.title') }}
    >
      <ActionForm action={deleteOwnAccount} className="max-w-238">
        <SettingRows>
          {losses.map(([name, note]) => note && <SettingRow key={name} heading="h2" {...{ name, note }} />)}
          <SettingRow
            heading="h2"
            name={t('deletion.losses.data')}
            note={t('deletion.export')}
            act={
              <DownloadLink href="/account/export" variant="quiet" size="small">
                {t('deletion.losses.download')}
              </DownloadLink>
            }
          />
        </SettingRows>
        <div className="max-w-prose">
          <EmailInput label={t('deletion.confirmEmail')} autoComplete="off" />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton variant="danger">{t('deletion.button')}</SubmitButton>
          <ButtonLink href="/account/data" variant="quiet">
            {t('deletion.keep')}
          </ButtonLink>
        </div>
      </ActionForm>
    </HomeShell>
  )
}
