import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Mark } from '@/components/mark'

/** The footer of every page. */
export function Footer() {
  const t = useTranslations('common')
  return (
    <footer className="no-print mt-auto border-line border-t bg-surface">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-4 px-4 py-8 text-muted text-sm sm:px-6">
        <p className="flex items-center gap-3">
          <Mark className="size-6 shrink-0" />
          {t('footer.about')}
        </p>
        <nav aria-label={t('footer.label')} className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link href="/docs" className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
            {t('nav.documentation')}
          </Link>
          <Link href="/status" className="inline-flex min-h-6 items-center hover:text-ink hover:underline">
            {t('footer.status')}
          </Link>
          <span>{t('footer.licence')}</span>
        </nav>
      </div>
    </footer>
  )
}
