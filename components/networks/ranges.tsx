import { useTranslations } from 'next-intl'

/** The ranges of a list, as people read them, one on each line; or that it is every address. */
export function Ranges({ ranges }: { ranges: readonly string[] }) {
  const t = useTranslations('networks')
  if (ranges.length === 0) return <p>{t('everywhere')}</p>
  return (
    <ul className="grid gap-1 font-mono text-sm">
      {ranges.map((range) => (
        <li key={range} className="[overflow-wrap:anywhere]">
          {range}
        </li>
      ))}
    </ul>
  )
}
