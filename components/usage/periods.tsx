import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { type RangeName, rangeNames } from '@/lib/usage/range'

type Props = { range: RangeName; pathOf: (range: RangeName) => string }

/** The periods of a page of traffic, as links. Server component. */
export function Periods({ range, pathOf }: Props) {
  const t = useTranslations('usage.range')
  return (
    <nav aria-label={t('label')} className="flex rounded-lg border border-line bg-surface p-px text-xs">
      {rangeNames.map((each) => (
        <Link
          key={each}
          href={pathOf(each)}
          aria-current={each === range ? 'true' : undefined}
          title={t(each)}
          className="rounded-md px-2.5 py-0.5 text-muted aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-ink aria-[current]:forced-colors:outline-2"
        >
          {t(`short.${each}`)}
        </Link>
      ))}
    </nav>
  )
}
