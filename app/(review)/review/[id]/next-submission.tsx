import { ArrowRight } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Due } from '@/app/_validation/due'
import { buttonLook } from '@/components/ui/button-look'
import { Link } from '@/components/ui/link'
import type { Review } from '@/lib/validation/queries'
import { findNext } from '@/lib/validation/queue'

/** What to do after a decision: the next submission, or nothing. */
export async function NextSubmission({ submission }: Pick<Review, 'submission'>) {
  const t = await getTranslations('review')
  const next = await findNext(submission)
  return (
    <Link
      href={next ? `/review/${next.id}` : '/review'}
      className={`${buttonLook({ size: 'large' })} no-print min-h-16 rounded-xl text-left`}
    >
      <span className="grid min-w-0 grow">
        <span className="text-sm">{t(next ? 'neighbours.next' : 'neighbours.none')}</span>
        <span className="font-semibold text-lg [overflow-wrap:anywhere]">
          {next ? next.name : t('neighbours.queue')}
        </span>
      </span>
      <span className="flex items-center gap-3 text-sm">
        {next && <Due {...next} />}
        <ArrowRight aria-hidden="true" />
      </span>
    </Link>
  )
}
