import { getTranslations } from 'next-intl/server'
import { PanelNav } from '@/components/ui/side-panel'
import { findNeighbours } from '@/lib/usage/call-log'
import { trafficPath, type View } from '../../traffic/filters'

type Props = { applicationId: string; view: View; calls: { id: bigint }[] }

/** The way to the requests before and after this one among those that match, and back to all of them. */
export async function PanelHead({ applicationId, view, calls }: Props) {
  const t = await getTranslations('usage.call')
  const { filter, problems } = view
  const [first, last] = [calls[0], calls.at(-1)]
  const [newer, older] =
    first && last && problems.length === 0
      ? await Promise.all([
          findNeighbours(applicationId, filter, first.id).then((found) => found.newer),
          findNeighbours(applicationId, filter, last.id).then((found) => found.older),
        ])
      : []
  const path = (requestId?: string) => trafficPath(applicationId, view, requestId)
  return (
    <PanelNav
      label={t('neighbours')}
      newer={!!newer && { href: path(newer), label: t('newer') }}
      older={!!older && { href: path(older), label: t('older') }}
      back={{ href: path(), label: t('back') }}
    />
  )
}
