import { getFormatter, getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/app/_request/page-metadata'
import { Badge } from '@/components/ui/badge'
import { Section } from '@/components/ui/section'
import { Table } from '@/components/ui/table'
import { coverage, formatNetwork, isWithin } from '@/lib/network'
import { findCallingNetworks, previewDays, previewNetworks } from '@/lib/networks/queries'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { type RequestProps, renderRequest } from '../../request-page'

export const generateMetadata = pageMetadata('networks')

export default function NetworkRequestPage(props: RequestProps) {
  return renderRequest('networks', explain, props)
}

/** What would change, with the calls that came from each range, and how many would have been refused. */
async function explain({ application, networks }: ShownRequest<'networks'>) {
  const t = await getTranslations('networks')
  const format = await getFormatter()
  const { allowedNetworks, approvedNetworks } = application
  const calling = await findCallingNetworks(application.id)
  const { calls, refused, unsure } = previewNetworks(networks, calling)
  const removed = allowedNetworks.filter((each) => !networks.includes(each))
  const fateOf = (network: string) =>
    removed.includes(network) ? 'removed' : isWithin([network], approvedNetworks) ? 'kept' : 'new'
  return {
    has: t('has', { count: approvedNetworks.length }),
    evidence: (
      <Section title={t('title')}>
        {networks.length === 0 && <p className="text-sm">{t('everywhere')}</p>}
        <Table
          caption={t('title')}
          rows={[...networks, ...removed]}
          rowKey={(network) => network}
          empty={t('everywhere')}
          columns={[
            {
              label: t('range'),
              cell: (network) => <code className="text-sm">{formatNetwork(network)}</code>,
            },
            {
              label: t('fate.label'),
              cell: (network) => (
                <Badge tone={fateOf(network) === 'new' ? 'warning' : 'neutral'}>
                  {t(`fate.${fateOf(network)}`)}
                </Badge>
              ),
            },
            {
              label: t('recent', { days: previewDays }),
              numeric: true,
              cell: (network) => {
                const from = calling.networks.filter((each) => coverage(each.network, [network]) !== 'none')
                const count = from.reduce((sum, { recent }) => sum + recent, 0)
                const isWhole = from.every((each) => coverage(each.network, [network]) === 'all')
                return isWhole ? format.number(count) : t('upTo', { count })
              },
            },
          ]}
        />
        <p className="text-muted text-sm">
          {calls === 0
            ? t('outcome.none', { days: previewDays })
            : (refused > 0 || unsure === 0) &&
              t('outcome.refused', { refused, calls, days: previewDays })}{' '}
          {unsure > 0 && t('outcome.unsure', { count: unsure })}
        </p>
      </Section>
    ),
  }
}
