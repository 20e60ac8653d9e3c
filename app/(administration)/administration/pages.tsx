import { ArrowLeft, ArrowRight } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'

type Props = { newest?: string | false; newer?: string | false; older?: string | false }

/** Pagination by key, not by page number: rows added in the meantime shift nothing. */
export async function Pages({ newest, newer, older }: Props) {
  const t = await getTranslations('administration.pages')
  if (!newest && !newer && !older) return null
  return (
    <nav aria-label={t('label')} className="no-print mt-6 flex flex-wrap justify-end gap-2">
      {newest && (
        <ButtonLink variant="quiet" size="small" href={newest}>
          {t('newest')}
        </ButtonLink>
      )}
      {newer && (
        <ButtonLink variant="secondary" size="small" href={newer} rel="prev">
          <ArrowLeft aria-hidden="true" />
          {t('newer')}
        </ButtonLink>
      )}
      {older && (
        <ButtonLink variant="secondary" size="small" href={older} rel="next">
          {t('older')}
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  )
}
