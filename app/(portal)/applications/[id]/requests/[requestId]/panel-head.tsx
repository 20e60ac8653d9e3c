import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { findNeighbours } from '@/lib/usage/call-log'
import { type readFilter, requestsPath } from '../filters'
import { PanelKeys } from './panel-keys'

type Props = { applicationId: string; read: ReturnType<typeof readFilter>; calls: { id: bigint }[] }

/** The way to the requests before and after this one among those that match, and back to all of them. */
export async function PanelHead({ applicationId, read: { given, filter, problems }, calls }: Props) {
  const t = await getTranslations('usage.call')
  const [first, last] = [calls[0], calls.at(-1)]
  const [newer, older] =
    first && last && problems.length === 0
      ? await Promise.all([
          findNeighbours(applicationId, filter, first.id).then((found) => found.newer),
          findNeighbours(applicationId, filter, last.id).then((found) => found.older),
        ])
      : []
  const look = { variant: 'secondary', size: 'small', scroll: false } as const
  return (
    <nav aria-label={t('neighbours')} className="flex flex-wrap gap-2">
      <PanelKeys />
      {newer && (
        <ButtonLink {...look} href={requestsPath(applicationId, given, newer)} data-key="ArrowLeft">
          <ArrowLeft aria-hidden="true" />
          {t('newer')}
        </ButtonLink>
      )}
      {older && (
        <ButtonLink {...look} href={requestsPath(applicationId, given, older)} data-key="ArrowRight">
          {t('older')}
          <ArrowRight aria-hidden="true" />
        </ButtonLink>
      )}
      <ButtonLink {...look} href={requestsPath(applicationId, given)} data-key="Escape">
        <X aria-hidden="true" />
        {t('back')}
      </ButtonLink>
    </nav>
  )
}
