import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { findNeighbours } from '@/lib/usage/call-log'
import { trafficPath, type View } from '../../traffic/filters'
import { RowKeys } from '../../traffic/row-keys'

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
  const look = { variant: 'quiet', size: 'small', scroll: false } as const
  return (
    <nav aria-label={t('neighbours')} className="no-print -mr-2 flex">
      {newer && (
        <ButtonLink {...look} href={trafficPath(applicationId, view, newer)} data-key="k ArrowLeft">
          <ChevronUp aria-hidden="true" />
          <span className="sr-only">{t('newer')}</span>
        </ButtonLink>
      )}
      {older && (
        <ButtonLink {...look} href={trafficPath(applicationId, view, older)} data-key="j ArrowRight">
          <ChevronDown aria-hidden="true" />
          <span className="sr-only">{t('older')}</span>
        </ButtonLink>
      )}
      <ButtonLink {...look} href={trafficPath(applicationId, view)} data-key="Escape">
        <X aria-hidden="true" />
        <span className="sr-only">{t('back')}</span>
      </ButtonLink>
      <RowKeys />
    </nav>
  )
}
