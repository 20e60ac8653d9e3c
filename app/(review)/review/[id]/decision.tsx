import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { ActionForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import { localised } from '@/i18n/locale'
import { findDraft } from '@/lib/validation/decision-draft'
import type { Review } from '@/lib/validation/queries'
import { listReasonTemplates } from '@/lib/validation/reason-templates'
import { AccessFields } from './access-fields'
import { decideOn } from './actions'
import { ReviewDocument } from './document'
import { ReasonTemplates } from './reason-templates'
import { VerdictFields } from './verdict-fields'

type Props = { review: Review; reviewer: CurrentDeveloper }
type Requirement = Review['submission']['requirements'][number]

/** The documents, with the decision form below them while a decision is pending. */
export async function Decision({ review, reviewer }: Props) {
  return review.submission.state === 'in_validation' && !review.interest ? (
    <Open {...{ review, reviewer }} />
  ) : (
    <Closed review={review} />
  )
}

/** The documents with a verdict for each, and the decision: one form with three buttons. */
async function Open({ review, reviewer }: Props) {
  const [t, locale] = [await getTranslations('review.documents'), await getLocale()]
  const { id, version, requirements } = review.submission
  const draft = await findDraft(review.submission, reviewer.id)
  return (
    <ActionForm action={decideOn} typed={draft?.fields} className="max-w-none">
      <input type="hidden" name="submissionId" value={id} />
      <input type="hidden" name="version" value={version} />
      <Card title={t('title')}>
        <ol className="grid divide-y divide-line">
          {requirements.map((each) => (
            <li key={each.requirementId} className="grid gap-4 py-6 first:pt-0 last:pb-0">
              <Drawn review={review} requirement={each} name={localised(each, 'name', locale)} />
              <VerdictFields
                requirementId={each.requirementId}
                name={localised(each, 'name', locale)}
                verdict={each.verdict}
                because={each.verdictReason ?? ''}
              />
            </li>
          ))}
        </ol>
      </Card>
      <Outcome {...{ review, reviewer }}>
        {isConfirmed(reviewer) && draft && <Resumed outdated={draft.outdated} />}
      </Outcome>
    </ActionForm>
  )
}

async function Outcome({ review, reviewer, children }: Props & { children: ReactNode }) {
  const [t, locale] = [await getTranslations('review.decision'), await getLocale()]
  const { revision, application } = review.submission
  const readerLocale = application.developer.locale
  const templates = (await listReasonTemplates()).map((each) => ({
    label: localised(each, 'label', locale),
    text: localised(each, 'text', readerLocale),
  }))
  return (
    <Card title={t('title')} id="decision">
      <div className="grid gap-6">
        {children}
        <AccessFields current={revision ? application.access : null} />
        <Textarea
          name="reason"
          label={t('reason')}
          hint={t('reasonHint', { language: t(readerLocale === 'fr' ? 'readsFrench' : 'readsEnglish') })}
          rows={5}
        />
        <ReasonTemplates label={t('templates')} templates={templates} target="reason" />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="outcome" value="approved">
            {t('approve')}
          </SubmitButton>
          <SubmitButton name="outcome" value="changes_requested" variant="secondary">
            {t('requestChanges')}
          </SubmitButton>
          <SubmitButton name="outcome" value="rejected" variant="danger">
            {t('reject')}
          </SubmitButton>
        </div>
        {!isConfirmed(reviewer) && <p className="-mt-2 text-muted text-sm">{t('confirmHint')}</p>}
      </div>
    </Card>
  )
}

/** After the confirmation: the button has to be pressed again, on the current state. */
async function Resumed({ outdated }: { outdated: boolean }) {
  const t = await getTranslations('review')
  return (
    <Notice tone={outdated ? 'warning' : 'success'} role="status">
      {outdated ? t('errors.newer_version') : t('decision.confirmed')}
    </Notice>
  )
}

async function Closed({ review }: { review: Review }) {
  const t = await getTranslations('review.documents')
  const locale = await getLocale()
  return (
    <Card title={t('title')}>
      <ol className="grid divide-y divide-line">
        {review.submission.requirements.map((each) => (
          <li key={each.requirementId} className="grid gap-3 py-6 first:pt-0 last:pb-0">
            <Drawn review={review} requirement={each} name={localised(each, 'name', locale)} />
            <p className="flex flex-wrap items-center gap-2 text-sm">
              {each.verdict === 'accepted' && <Badge tone="success">{t('accepted')}</Badge>}
              {each.verdict === 'replace' && <Badge tone="warning">{t('replace')}</Badge>}
              {!each.verdict && <Badge>{t('noVerdict')}</Badge>}
              {each.verdictReason}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Drawn({ review, requirement, name }: { review: Review; requirement: Requirement; name: string }) {
  const { requirementId, required } = requirement
  return <ReviewDocument {...{ review, requirementId, name, required }} />
}
