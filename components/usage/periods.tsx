import { useTranslations } from 'next-intl'
import { Segments } from '@/components/ui/segments'
import { type RangeName, rangeNames } from '@/lib/usage/range'

type Props = { range: RangeName; pathOf: (range: RangeName) => string }

/** The periods of a page of traffic, as links. Server component. */
export function Periods({ range, pathOf }: Props) {
  const t = useTranslations('usage.range')
  return (
    <Segments
      label={t('label')}
      options={rangeNames.map((each) => ({
        href: pathOf(each),
        label: t(`short.${each}`),
        title: t(each),
        current: each === range,
      }))}
    />
  )
}
