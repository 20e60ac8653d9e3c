import { useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
import type { Environment } from '@/components/environment-badge'
import { Link } from '@/components/ui/link'

type Props = {
  current: Environment
  /** The page of the same application in the other environment, if there is one. */
  other?: string
}

const looks = {
  sandbox: 'aria-[current]:bg-sandbox-soft aria-[current]:text-sandbox',
  production: 'aria-[current]:bg-production-soft aria-[current]:text-production',
}

const words = { sandbox: 'max-sm:text-sandbox', production: 'max-sm:text-production' }

/** The environment by dot and word, and the way to the other one, on phones by its dot. Server component. */
export function EnvironmentToggle({ current, other }: Props) {
  const t = useTranslations('common.environment')
  const shown = (['sandbox', 'production'] as const).filter((each) => each === current || other)
  return (
    <nav
      aria-label={t('label')}
      className={classNames(
        'no-print inline-flex shrink-0 rounded-full p-0.5 font-medium text-xs leading-4.5',
        other && 'border border-line',
      )}
    >
      {shown.map((each) => {
        const look = classNames(
          'inline-flex min-h-6 items-center gap-1.5 rounded-full px-2 before:size-1.75 sm:px-2.5 before:rounded-full before:bg-current',
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
            className={classNames(
              look,
              'hover:text-ink sm:text-muted max-sm:w-6 max-sm:justify-center max-sm:px-0',
              words[each],
            )}
          >
            <span className="max-sm:sr-only">{t(each)}</span>
          </Link>
        )
      })}
    </nav>
  )
}
