import { getTranslations } from 'next-intl/server'
import { SecretField } from '@/components/secret-field'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'

/** The signing secret that the stage's action made: shown once. */
export async function NewSecret({ id, path }: { id: string; path: string }) {
  const t = await getTranslations('webhooks.secret')
  return (
    <Notice tone="success" title={t('title')} role="status">
      <p>{t('once')}</p>
      <SecretField id={id} label={t('label')} />
      <p>
        <TextLink href={path}>{t('done')}</TextLink>
      </p>
    </Notice>
  )
}
