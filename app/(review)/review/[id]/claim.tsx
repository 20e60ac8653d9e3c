import { getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { Moment } from '@/components/ui/moment'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import type { Review } from '@/lib/validation/queries'
import { claimReview, releaseReview } from './actions'

/** The reviewer assigned to this submission; a claim expires by itself. */
export async function Claim({ review, reviewer }: { review: Review; reviewer: CurrentDeveloper }) {
  const t = await getTranslations('review.claim')
  const { submission, claim, emails } = review
  const mine = claim?.holderId === reviewer.id
  const time = () => claim && <Moment at={claim.until} />
  return (
    <Section title={t('title')}>
      <p className="text-sm [overflow-wrap:anywhere]">
        {!claim && t('free')}
        {claim && t.rich(mine ? 'mine' : 'held', { time, email: emails.get(claim.holderId) ?? '' })}
      </p>
      <div className="flex flex-wrap gap-2">
        {!review.interest && (!claim || mine) && (
          <ActionForm action={claimReview.bind(null, submission.id)}>
            <SubmitButton variant="secondary" size="small">
              {mine ? t('extend') : t('claim')}
            </SubmitButton>
          </ActionForm>
        )}
        {mine && (
          <ActionForm action={releaseReview.bind(null, submission.id)}>
            <SubmitButton variant="quiet" size="small">
              {t('release')}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </Section>
  )
}
