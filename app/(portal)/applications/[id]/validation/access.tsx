import { getTranslations } from 'next-intl/server'
import { DownloadLink } from '@/components/ui/download-link'
import { Section } from '@/components/ui/section'
import { findOwnAccess } from '@/lib/validation/account-access'

/** More are in the file. */
const shownAccounts = 50

type Props = { applicationId: string; developerId: string }

/** The accounts that the application may read, once it is approved: all others are a 404 to it. */
export async function Access({ applicationId, developerId }: Props) {
  const granted = await findOwnAccess(applicationId, developerId)
  if (!granted || granted.access === 'none') return null
  const t = await getTranslations('validation.access')
  const { access, msisdns } = granted
  return (
    <Section title={t('title')} id="accounts">
      <div className="grid gap-3 text-sm">
        <p>{access === 'all' ? t('all') : t('listed', { count: msisdns.length })}</p>
        {access === 'listed' && msisdns.length > 0 && (
          <>
            <details>
              <summary className="min-h-6 cursor-pointer text-muted underline">{t('show')}</summary>
              <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-1 font-mono text-xs">
                {msisdns.slice(0, shownAccounts).map((msisdn) => (
                  <li key={String(msisdn)}>{String(msisdn)}</li>
                ))}
              </ul>
              {msisdns.length > shownAccounts && (
                <p className="mt-2 text-muted">{t('more', { count: msisdns.length - shownAccounts })}</p>
              )}
            </details>
            <div>
              <DownloadLink href={`/applications/${applicationId}/validation/accounts`} size="small">
                {t('download')}
              </DownloadLink>
            </div>
          </>
        )}
      </div>
    </Section>
  )
}
