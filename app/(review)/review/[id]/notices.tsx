import { getTranslations } from 'next-intl/server'
import { Invited } from '@/app/_team/invited'
import { ActivationProblem } from '@/app/_validation/activation-problem'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { Refresh } from '@/components/ui/refresh'
import { isInReview, isToBeSent } from '@/lib/applications/states'
import { subjectIdOf } from '@/lib/applications/subject'
import { getSettings } from '@/lib/env'
import type { Review } from '@/lib/validation/queries'

const dones = ['sent', 'kept', 'claimed', 'released', 'suspended', 'reinstated'] as const
const refusals = ['already_decided', 'withdrawn', 'own_application', 'taken', 'not_found'] as const

type Props = {
  review: Review
  reviewer: { id: string }
  query: Query
}

/** The result of the last post, and warnings that a reviewer must see first. */
export async function Notices({ review, reviewer, query }: Props) {
  const t = await getTranslations('review')
  const { submission } = review
  return (
    <>
      <FlashMessages
        query={query}
        done={{
          keys: dones,
          text: (key) => t(`notices.${key}`),
        }}
        refused={{ keys: refusals, text: (key) => t(`errors.${key}`) }}
      />
      {review.interest && (
        <Notice tone="warning">
          {t('one.took_part', { kind: submission.organisation ? 'organisation' : 'application' })}
        </Notice>
      )}
      <Invited subjectId={subjectIdOf(submission)} staffId={reviewer.id} />
      {isToBeSent(submission.state) && <Notice>{t(`one.${submission.state}`)}</Notice>}
      {submission.revision && <Notice>{t('one.revisionNote')}</Notice>}
      <Approvals review={review} />
      <ActivationNotice review={review} />
      {submission.application?.state === 'activating' && <Refresh seconds={3} />}
    </>
  )
}

async function Approvals({ review: { submission } }: { review: Review }) {
  const t = await getTranslations('review.decision')
  const needed = getSettings().VALIDATION_APPROVALS
  const standing = submission.decisions.filter(
    ({ outcome, voidedAt, submissionVersion }) =>
      outcome === 'approved' && !voidedAt && submissionVersion === submission.version,
  )
  if (!isInReview(submission.state) || standing.length === 0) return null
  const people = new Set(standing.map(({ reviewerId }) => reviewerId))
  return <Notice>{t('approvals', { count: people.size, needed })}</Notice>
}

async function ActivationNotice({ review: { submission } }: { review: Review }) {
  const t = await getTranslations('review.proof')
  const { proofError, proofAttempts, application } = submission
  if (!proofError) return null
  const problem = () => <ActivationProblem problem={proofError} />
  return (
    <Notice tone="warning">
      <p>
        {application?.state === 'activating'
          ? t.rich('failing', { problem, attempts: proofAttempts })
          : t.rich('failed', { problem })}
      </p>
    </Notice>
  )
}
