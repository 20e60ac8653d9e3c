import { getTranslations } from 'next-intl/server'
import { ReasonForm } from '@/components/reason-form'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { findOrganisationTransition } from '@/lib/organisations/states'
import type { Review } from '@/lib/validation/queries'
import { reinstateReviewed, suspendReviewed } from './organisation-actions'

type Props = {
  review: Review
  organisation: NonNullable<Review['submission']['organisation']>
}

/** Suspends an organisation that was verified, or reinstates it. Their own they can only suspend. */
export async function Suspension({ review, organisation }: Props) {
  const t = await getTranslations('review.organisation')
  const { id, state, verifiedAt } = organisation
  const may = (action: 'suspend' | 'reinstate') =>
    verifiedAt !== null && findOrganisationTransition(state, action, 'administrator') !== null
  const verb = may('suspend') ? 'suspend' : may('reinstate') ? 'reinstate' : null
  if (!verb) return null
  if (verb === 'reinstate' && review.interest) return <Notice>{t('own')}</Notice>
  const action = verb === 'suspend' ? suspendReviewed : reinstateReviewed
  return (
    <Section title={t(`${verb}Title`)}>
      <p className="text-muted text-sm">{t(`${verb}Body`)}</p>
      <ReasonForm
        action={action.bind(null, id, review.submission.id)}
        button={t(verb)}
        danger={verb === 'suspend'}
      />
    </Section>
  )
}
