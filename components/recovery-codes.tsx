import { useTranslations } from 'next-intl'
import { NewCodes } from '@/components/new-codes'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/**
 * The recovery codes that the stage's action made, the one time that they are shown.
 * @param portal the public URL, which the file names
 */
export function RecoveryCodes({ next, portal }: { next: string; portal: string }) {
  const t = useTranslations('accounts.twoFactor')
  return (
    <div className="grid gap-5">
      <Notice tone="warning" title={t('codesTitle')} role="status">
        {t('codesLead')}
      </Notice>
      <NewCodes
        title={t('codes')}
        downloadLabel={t('download')}
        heading={t('fileHeading', { url: portal })}
      />
      <div>
        <ButtonLink href={next}>{t('continue')}</ButtonLink>
      </div>
    </div>
  )
}
