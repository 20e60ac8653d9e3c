import { getLocale, getTranslations } from 'next-intl/server'
import { type CurrentDeveloper, isConfirmed } from '@/app/_request/session'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { localised } from '@/i18n/locale'
import { maxAccountListLength } from '@/lib/validation/account-list'
import { findDraft } from '@/lib/validation/decision-draft'
import type { Review } from '@/lib/validation/queries'
import { listReasonTemplates } from '@/lib/validation/reason-templates'
import { DecisionForm } from './decision-form'
import { ReviewDocument } from './document'

type Props = { review: Review; reviewer: CurrentDeveloper }
type Requirement = Review['submission']['requirements'][number]

/** The documents, with the decision below them while there is one to take. */
export async function Decision({ review, reviewer }: Props) {
  return review.submission.state === 'in_validation' && !review.interest ? (
    <Open {...{ review, reviewer }} />
  ) : (
    <Closed review={review} />
  )
}

async function Open({ review, reviewer }: Props) {
  const [t, documents] = [await getTranslations('review.decision'), await getTranslations('review.documents')]
  const { id, version, requirements, revision, application } = review.submission
  const [locale, draft] = [await getLocale(), await findDraft(review.submission, reviewer.id)]
  return (
    <DecisionForm
      submissionId={id}
      version={version}
      draft={draft?.fields ?? null}
      notice={isConfirmed(reviewer) && draft && <Resumed outdated={draft.outdated} />}
      documents={requirements.map((each) => ({
        requirementId: each.requirementId,
        name: localised(each, 'name', locale),
        verdict: each.verdict,
        because: each.verdictReason ?? '',
        drawn: <Drawn review={review} requirement={each} name={localised(each, 'name', locale)} />,
      }))}
      templates={(await listReasonTemplates()).map((each) => ({
        label: localised(each, 'label', locale),
        text: localised(each, 'text', application.developer.locale),
      }))}
      labels={{
        documents: documents('title'),
        verdict: documents('verdict'),
        accepted: documents('accepted'),
        replace: documents('replace'),
        because: documents('because'),
        title: t('title'),
        reason: t('reason'),
        reasonHint: t('reasonHint', {
          language: t(application.developer.locale === 'fr' ? 'readsFrench' : 'readsEnglish'),
        }),
        templates: t('templates'),
        access: t('access'),
        accessUnchanged: revision ? t('accessUnchanged', { access: application.access }) : null,
        accessAll: t('accessAll'),
        accessListed: t('accessListed'),
        msisdns: t('msisdns'),
        msisdnsHint: t('msisdnsHint'),
        msisdnsFile: t('msisdnsFile'),
        msisdnsFileTooLarge: t('msisdnsFileTooLarge', { max: maxAccountListLength }),
        approve: t('approve'),
        requestChanges: t('requestChanges'),
        reject: t('reject'),
        summary: t('summary'),
        confirmHint: isConfirmed(reviewer) ? '' : t('confirmHint'),
      }}
    />
  )
}

/** Back from the confirmation: the button has to be pressed again, on what stands there now. */
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
