import { getTranslations } from 'next-intl/server'
import { ConfirmFirst } from '@/app/_request/confirm-first'
import { findDraft } from '@/app/_request/draft'
import type { CurrentDeveloper } from '@/app/_request/session'
import { ReasonForm } from '@/components/reason-form'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { findOrganisationTransition } from '@/lib/organisations/states'
import type { Review } from '@/lib/validation/queries'
import { reinstate, suspend } from './organisation-actions'

type Props = {
  review: Review
  organisation: NonNullable<Review['submission']['organisation']>
  administrator: CurrentDeveloper
}

/** Suspends an organisation that was verified, or reinstates it. Their own they can only suspend. */
export async function Suspension({ review, organisation, administrator }: Props) {
  const t = await getTranslations('review.organisation')
  const { id, state, verifiedAt } = organisation
  const may = (action: 'suspend' | 'reinstate') =>
    verifiedAt !== null && findOrganisationTransition(state, action, 'administrator') !== null
  const verb = may('suspend') ? 'suspend' : may('reinstate') ? 'reinstate' : null
  if (!verb) return null
  if (verb === 'reinstate' && review.interest) return <Notice>{t('own')}</Notice>
  const page = `/review/${review.submission.id}`
  const action = verb === 'suspend' ? suspend : reinstate
  return (
    <Card title={t(`${verb}Title`)}>
      <p className="mb-4 text-muted text-sm">{t(`${verb}Body`)}</p>
      <ConfirmFirst developer={administrator} path={page}>
        <ReasonForm
          action={action.bind(null, id, review.submission.id)}
          button={t(verb)}
          typed={await findDraft(administrator, page)}
          danger={verb === 'suspend'}
        />
      </ConfirmFirst>
    </Card>
  )
}
