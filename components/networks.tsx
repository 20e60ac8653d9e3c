import { useTranslations } from 'next-intl'
import { formatNetwork } from '@/lib/network'

/** The networks of a list, as people read them, one on each line; or that it is every address. */
export function Networks({ networks }: { networks: readonly string[] }) {
  const t = useTranslations('networks')
  if (networks.length === 0) return <p>{t('everywhere')}</p>
  return (
    <ul className="grid gap-1 font-mono text-sm">
      {networks.map((network) => (
        <li key={network} className="[overflow-wrap:anywhere]">
          {formatNetwork(network)}
        </li>
      ))}
    </ul>
  )
}
