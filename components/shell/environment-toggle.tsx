import { useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
import type { Environment } from '@/components/environment-badge'
import { Link } from '@/components/ui/link'

type Props = {
  current: Environment
  /** The page of the same application in the other environment, if there is one. */
  other?: string
  /** In the sheet of a phone, whose header has room for the current environment only. */
  whole?: boolean
}

const looks = {
  sandbox: 'aria-[current]:bg-sandbox-soft aria-[current]:text-sandbox',
  production: 'aria-[current]:bg-production-soft aria-[current]:text-production',
}

/** The environment by dot and word, and the way to the other one. Server component. */
export function EnvironmentToggle({ current, other, whole = false }: Props) {
  const t = useTranslations('common.environment')
  const shown = (['sandbox', 'production'] as const).filter((each) => each === current || other)
  return (
    <nav
      aria-label={t('label')}
      className={classNames(
        'no-print inline-flex shrink-0 rounded-full p-0.5 font-medium text-xs leading-4.5',
        other && 'border border-line',
        other && !whole && 'max-sm:border-0',
      )}
    >
      {shown.map((each) => {
        const look = classNames(
          'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2.5 before:size-1.75 before:rounded-full before:bg-current',
          looks[each],
        )
        return each === current ? (
          <span key={each} aria-current="true" className={look}>
            {t(each)}
          </span>
        ) : (
          <Link
            key={each}
            href={other ?? ''}
            className={classNames(look, 'text-muted hover:text-ink', !whole && 'max-sm:hidden')}
          >
            {t(each)}
          </Link>
        )
      })}
    </nav>
  )
}
