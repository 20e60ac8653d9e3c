import { ChevronLeft, ChevronRight } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { KeyCap } from '@/components/ui/radio-cards'
import type { Review } from '@/lib/validation/queries'
import { findNeighbouringSubmissions } from '@/lib/validation/queue'

/** The way to the submissions before and after this one in the queue, with the keys for it. */
export async function Neighbours({ submission }: Pick<Review, 'submission'>) {
  const t = await getTranslations('review.neighbours')
  const { previous, next } = await findNeighbouringSubmissions(submission)
  if (!previous && !next) return null
  return (
    <nav aria-label={t('label')} className="flex flex-wrap gap-x-4 gap-y-2">
      {previous && (
        <Neighbour id={previous} hotkey="p" label={t('previous')}>
          <ChevronLeft aria-hidden="true" />
          {t('previousShort')}
        </Neighbour>
      )}
      {next && (
        <Neighbour id={next} hotkey="n" label={t('next')}>
          {t('nextShort')}
          <ChevronRight aria-hidden="true" />
        </Neighbour>
      )}
    </nav>
  )
}

type NeighbourProps = { id: string; hotkey: 'n' | 'p'; label: string; children: ReactNode }

/** @param props.label its whole name: there is room for one word of it */
function Neighbour({ id, hotkey, label, children }: NeighbourProps) {
  return (
    <span className="flex items-center gap-1.5">
      <ButtonLink
        href={`/review/${id}`}
        aria-label={label}
        variant="secondary"
        size="small"
        data-neighbour={hotkey}
        aria-keyshortcuts={hotkey}
      >
        {children}
      </ButtonLink>
      <KeyCap>{hotkey}</KeyCap>
    </span>
  )
}
