import { getTranslations } from 'next-intl/server'
import type { TeamApplication } from '@/lib/applications/queries'
import { writeNetwork } from '@/lib/network'
import { findCallingNetworks, previewDays, previewNetworks } from '@/lib/networks/queries'
import { needsReview } from '@/lib/networks/review'
import type { PreviewedList } from './outcome'

/** Describes the effect of a list, in the reader's language. */
export async function describeOutcome(
  application: TeamApplication,
  networks: string[],
): Promise<PreviewedList> {
  const t = await getTranslations('networks')
  const days = previewDays
  const preview = previewNetworks(networks, await findCallingNetworks(application.id))
  const review = needsReview(application, networks)
  const list = networks.map(writeNetwork).join(', ') || t('everywhere')
  const sentences = [
    t('outcome.list', { list }),
    preview.calls === 0 ? t('outcome.none', { days }) : t('outcome.refused', { ...preview, days }),
    ...(preview.unsure > 0 ? [t('outcome.unsure', { count: preview.unsure })] : []),
    t(review ? 'outcome.review' : 'outcome.direct'),
    ...(networks.length > 0 ? [t('outcome.portal')] : []),
  ]
  return { previewed: networks.join(), sentences, review }
}
