import { getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import type { CurrentDeveloper } from '@/app/_request/session'
import { Shown } from '@/app/_request/shown'
import { AccessFields } from '@/app/_validation/access-fields'
import { Badge } from '@/components/ui/badge'
import { FormStage } from '@/components/ui/form-stage'
import { Textarea } from '@/components/ui/textarea'
import { getLocale } from '@/i18n/current-locale'
import { ownerOf } from '@/lib/applications/landing'
import { isInReview } from '@/lib/applications/states'
import { findIdentical } from '@/lib/documents/identical'
import { describeLanguage, toLocale } from '@/lib/languages'
import { localised } from '@/lib/translations'
import { findFirstApproval } from '@/lib/validation/approvals'
import { checklistOf } from '@/lib/validation/checklist'
import type { Review } from '@/lib/validation/queries'
import { listReasonTemplates } from '@/lib/validation/reason-templates'
import { decideOn } from './actions'
import { ReviewDocument } from './document'
import { FirstApproval } from './first-approval'
import { ReasonTemplates } from './reason-templates'
import { VerdictFields } from './verdict-fields'
import { type DeskDocument, Workbench } from './workbench'

type Props = { review: Review; reviewer: CurrentDeveloper }
/** What lies around the documents and their verdicts. */
type Around = Pick<ComponentProps<typeof Workbench>, 'report' | 'talk' | 'facts'>
type Requirement = Review['submission']['requirements'][number]

/** The documents next to their verdicts, with the decision while one is pending. */
export async function Decision({ review, reviewer, ...around }: Props & Around) {
  return isInReview(review.submission.state) && !review.interest ? (
    <Open {...{ review, reviewer, ...around }} />
  ) : (
    <Closed {...{ review, ...around }} />
  )
}

/** The documents with a verdict for each, and the decision: one form with three buttons. */
async function Open({ review, reviewer, ...around }: Props & Around) {
  const { id, version } = review.submission
  return (
    <FormStage action={decideOn}>
      <Desk
        {...{ review, ...around }}
        panel={(each, name) => <VerdictFields requirement={each} name={name} />}
      >
        <input type="hidden" name="submissionId" value={id} />
        <Shown of={version} />
        <Outcome {...{ review, reviewer }} />
      </Desk>
    </FormStage>
  )
}

type DeskProps = Around & {
  review: Review
  panel: (requirement: Requirement, name: string) => ReactNode
  /** The decision's other fields, while one is pending. */
  children?: ReactNode
}

async function Desk({ review, panel, children, ...around }: DeskProps) {
  const t = await getTranslations('review.documents')
  const decision = await getTranslations('review.decision')
  const errors = await getTranslations('review.errors')
  const field = await getTranslations('common.field')
  const locale = await getLocale()
  const sent = new Set(
    checklistOf(review.submission).flatMap((each) => (each.document ? each.requirementId : [])),
  )
  const verdictOf = ({ verdict, verdictReason }: Requirement) =>
    [t(verdict === 'accepted' || verdict === 'replace' ? verdict : 'noVerdict'), verdictReason]
      .filter(Boolean)
      .join(': ')
  const documents = review.submission.requirements.map((each): DeskDocument => {
    const { requirementId, required, verdict } = each
    const name = localised(each, 'name', locale)
    return {
      id: requirementId,
      name,
      verdict: children ? null : verdict,
      sent: sent.has(requirementId),
      required,
      identical: review.submission.documents.some(
        (file) =>
          file.requirementId === requirementId &&
          !file.replacedAt &&
          findIdentical(file, review.submission.documents) !== null,
      ),
      viewer: <ReviewDocument {...{ review, requirementId, name, required }} verdict={verdictOf(each)} />,
      panel: panel(each, name),
    }
  })
  return (
    <Workbench
      {...around}
      documents={documents}
      labels={{
        documents: t('title'),
        accepted: t('accepted'),
        replace: t('replace'),
        open: t('noVerdict'),
        identical: t('identical'),
        keys: t('keys'),
      }}
      bar={
        children
          ? {
              problem: field('errorSummary'),
              approve: decision('approve'),
              requestChanges: decision('requestChanges'),
              reject: decision('reject'),
              checked: decision('checkedCount', { done: '{done}', all: '{all}' }),
              missing: decision('verdictsMissing', { names: '{names}' }),
              replacing: decision('replacing'),
              noAccounts: errors('msisdns_none'),
              identical: decision('identical', { names: '{names}' }),
            }
          : undefined
      }
    >
      {children}
    </Workbench>
  )
}

async function Outcome({ review, reviewer }: Props) {
  const t = await getTranslations('review.decision')
  const locale = await getLocale()
  const { revision, application, organisation } = review.submission
  const first = await findFirstApproval(review.submission, reviewer.id)
  const readerLocale =
    (application && ownerOf(application).locale) ?? organisation?.members[0]?.developer.locale ?? 'en'
  const templates = (await listReasonTemplates()).map((each) => ({
    label: localised(each, 'label', locale),
    text: localised(each, 'text', readerLocale),
  }))
  return (
    <section id="decision" className="grid gap-5 border-line border-t pt-5">
      <h2 className="text-lg">{t('title')}</h2>
      {first && <FirstApproval review={review} approval={first} />}
      {application && (
        <AccessFields current={revision ? application.access : null} listed={first?.msisdns ?? []} />
      )}
      <Textarea
        keep
        name="reason"
        label={t('reason')}
        hint={t('reasonHint', { language: describeLanguage(toLocale(readerLocale), locale) })}
        rows={4}
      />
      <ReasonTemplates label={t('templates')} templates={templates} target="reason" />
    </section>
  )
}

async function Closed({ review, ...around }: Pick<Props, 'review'> & Around) {
  const t = await getTranslations('review.documents')
  return (
    <Desk
      {...{ review, ...around }}
      panel={({ verdict, verdictReason }, name) => (
        <div className="grid gap-2 text-sm">
          <h3 className="font-semibold text-base">{name}</h3>
          <p className="flex flex-wrap items-center gap-2">
            {verdict === 'accepted' && <Badge tone="success">{t('accepted')}</Badge>}
            {verdict === 'replace' && <Badge tone="warning">{t('replace')}</Badge>}
            {!verdict && <Badge>{t('noVerdict')}</Badge>}
            {verdictReason}
          </p>
        </div>
      )}
    />
  )
}
