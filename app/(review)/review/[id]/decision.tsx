import { getLocale, getTranslations } from 'next-intl/server'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import type { Review } from '@/lib/validation/queries'
import { DecisionForm } from './decision-form'
import { ReviewDocument } from './document'

type Props = { review: Review; reviewer: CurrentDeveloper }
type Requirement = Review['submission']['requirements'][number]

const templateNames = ['unreadable', 'expired', 'mismatch', 'unclear'] as const

/** The documents, with the decision below them while there is one to take. */
export async function Decision({ review, reviewer }: Props) {
  const { submission } = review
  const own = submission.application.members.some(({ developerId }) => developerId === reviewer.id)
  return submission.state === 'in_validation' && !own ? <Open review={review} /> : <Closed review={review} />
}

async function Open({ review }: { review: Review }) {
  const [t, documents, templates] = [
    await getTranslations('review.decision'),
    await getTranslations('review.documents'),
    await getTranslations('review.templates'),
  ]
  const { id, version, requirements, revision } = review.submission
  const locale = await getLocale()
  return (
    <DecisionForm
      submissionId={id}
      version={version}
      revision={revision}
      documents={requirements.map((each) => ({
        requirementId: each.requirementId,
        name: nameOf(each, locale),
        verdict: each.verdict,
        because: each.verdictReason ?? '',
        drawn: <Drawn review={review} requirement={each} name={nameOf(each, locale)} />,
      }))}
      templates={templateNames.map((name) => ({
        label: templates(`${name}.label`),
        text: templates(`${name}.text`),
      }))}
      labels={{
        documents: documents('title'),
        verdict: documents('verdict'),
        accepted: documents('accepted'),
        replace: documents('replace'),
        because: documents('because'),
        title: t('title'),
        reason: t('reason'),
        reasonHint: t('reasonHint'),
        templates: t('templates'),
        access: t('access'),
        accessAll: t('accessAll'),
        accessListed: t('accessListed'),
        msisdns: t('msisdns'),
        msisdnsHint: t('msisdnsHint'),
        msisdnsFile: t('msisdnsFile'),
        approve: t('approve'),
        requestChanges: t('requestChanges'),
        reject: t('reject'),
        summary: t('summary'),
      }}
    />
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
            <Drawn review={review} requirement={each} name={nameOf(each, locale)} />
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

function nameOf({ nameEn, nameFr }: Requirement, locale: string): string {
  return locale === 'fr' ? nameFr : nameEn
}
