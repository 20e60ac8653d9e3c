import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ButtonLink } from '@/components/ui/button'

type Props = {
  /** From 1. */
  page: number
  pages: number
  /** The URL of a page, filters included. */
  href: (page: number) => string
}

/** Navigation through the pages of a long list; empty if there is only one page. Server component. */
export function Pagination({ page, pages, href }: Props) {
  const t = useTranslations('common.pagination')
  if (pages <= 1) return null
  return (
    <nav aria-label={t('label')} className="no-print mt-6 flex flex-wrap items-center justify-between gap-3">
      <span className="text-muted text-sm tabular-nums">{t('position', { page, pages })}</span>
      <span className="flex gap-2">
        {page > 1 && (
          <ButtonLink variant="secondary" size="small" href={href(page - 1)} rel="prev">
            <ArrowLeft aria-hidden="true" />
            {t('previous')}
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink variant="secondary" size="small" href={href(page + 1)} rel="next">
            {t('next')}
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
