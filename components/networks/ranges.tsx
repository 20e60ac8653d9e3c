import { useTranslations } from 'next-intl'
import { writeRange } from '@/lib/address-ranges'

/** The ranges of a list, one on each line; or that it is every address. */
export function Ranges({ networks }: { networks: readonly string[] }) {
  const t = useTranslations('networks')
  if (networks.length === 0) return <p>{t('everywhere')}</p>
  return (
    <ul className="grid gap-1 font-mono text-sm">
      {networks.map((network) => (
        <li key={network} className="[overflow-wrap:anywhere]">
          {writeRange(network)}
        </li>
      ))}
    </ul>
  )
}
