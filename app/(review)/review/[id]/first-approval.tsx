import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import type { Review } from '@/lib/validation/queries'

type Approval = Review['submission']['approvedAccess'][number]

/** The first approval, in full: the second has to know what they agree to. */
export async function FirstApproval({ review, approval }: { review: Review; approval: Approval }) {
  const t = await getTranslations('review.firstApproval')
  const { access, msisdns, reviewerId } = approval
  const email = review.emails.get(reviewerId) ?? ''
  return (
    <Notice title={t('title')}>
      <p className="[overflow-wrap:anywhere]">
        {access === 'listed'
          ? t('listed', { email, count: msisdns.length })
          : t(access === 'all' ? 'all' : 'unchanged', { email })}
      </p>
      {access === 'listed' && (
        <details>
          <summary className="min-h-6 cursor-pointer underline">{t('show')}</summary>
          <p className="mt-2 whitespace-pre-line font-mono text-xs">{msisdns.join('\n')}</p>
        </details>
      )}
    </Notice>
  )
}
