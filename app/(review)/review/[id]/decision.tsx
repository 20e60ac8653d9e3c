import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ComponentProps, ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import type { CurrentDeveloper } from '@/app/_request/session'
import { AccessFields } from '@/app/_validation/access-fields'
import { formatBytes } from '@/components/format'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { FormProvider } from '@/components/ui/form-provider'
import { Notice } from '@/components/ui/notice'
import { RadioCards } from '@/components/ui/radio-cards'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { getLocale, useLocale } from '@/i18n/current-locale'
import { ownerOf } from '@/lib/applications/queries'
import { isInReview } from '@/lib/applications/states'
import { describeLanguage, toLocale } from '@/lib/languages'
import { localised } from '@/lib/translations'
import { findFirstApproval } from '@/lib/validation/approvals'
import { checklistOf } from '@/lib/validation/checklist'
import type { Review } from '@/lib/validation/queries'
import { listReasonTemplates } from '@/lib/validation/reason-templates'
import { decideOn } from './actions'
import { describeCopy, ReviewDocument } from './document'
import { type DeskDocument, ReasonTemplates, Workbench } from './workbench'

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
    <FormProvider action={decideOn}>
      <Desk
        {...{ review, ...around }}
        panel={(each, name) => <VerdictFields requirement={each} name={name} />}
      >
        <input type="hidden" name="submissionId" value={id} />
        <ExpectedVersion of={version} />
        <Outcome {...{ review, reviewer }} />
      </Desk>
    </FormProvider>
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
  const verdictOf = ({ verdict, verdictReason }: Requirement) =>
    [t(verdict === 'accepted' || verdict === 'replace' ? verdict : 'noVerdict'), verdictReason]
      .filter(Boolean)
      .join(': ')
  const sent = new Map(
    checklistOf(review.submission).flatMap((each) =>
      each.document ? [[each.requirementId, each.document] as const] : [],
    ),
  )
  const describe = async (each: Requirement): Promise<DeskDocument> => {
    const { requirementId, required, verdict } = each
    const name = localised(each, 'name', locale)
    const file = sent.get(requirementId)
    return {
      id: requirementId,
      name,
      verdict: children ? null : verdict,
      sent: file !== undefined,
      required,
      file: file && `${file.kind.toUpperCase()}, ${formatBytes(file.size, locale)}`,
      copy: file && (await describeCopy(file, review.submission)),
      viewer: <ReviewDocument {...{ review, requirementId, name, required }} verdict={verdictOf(each)} />,
      panel: panel(each, name),
    }
  }
  return (
    <Workbench
      {...around}
      documents={await Promise.all(review.submission.requirements.map(describe))}
      labels={{
        documents: t('title'),
        accepted: t('accepted'),
        replace: t('replace'),
        open: t('noVerdict'),
        checked: decision('checkedCount', { done: '{done}', all: '{all}' }),
      }}
      bar={
        children
          ? {
              problem: field('errorSummary'),
              approve: decision('approve'),
              requestChanges: decision('requestChanges'),
              reject: decision('reject'),
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

type Approval = Review['submission']['approvedAccess'][number]

/** The first approval, in full: the second has to know what they agree to. */
async function FirstApproval({ review, approval }: { review: Review; approval: Approval }) {
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

type VerdictFieldsProps = {
  requirement: Review['submission']['requirements'][number]
  /** The document's title, which names the group. */
  name: string
}

/**
 * The checklist of one document, and the verdict on it, with none to begin with: who approves has looked. A reason
 * is asked for only where it is to be replaced.
 */
function VerdictFields({ requirement, name }: VerdictFieldsProps) {
  const t = useTranslations('review.documents')
  const { requirementId, verdict } = requirement
  const lines = localised(requirement, 'checklist', useLocale())
  return (
    <div className="group grid gap-4">
      <RadioCards
        keep
        name={`verdict-${requirementId}`}
        label={name}
        hint={verdict === 'accepted' && t('acceptedBefore')}
        options={(['accepted', 'replace'] as const).map((value, index) => ({
          value,
          label: t(value),
          hotkey: String(index + 1),
        }))}
      />
      <div className="hidden max-w-prose group-has-[input[value=replace]:checked]:block">
        <TextInput keep name={`because-${requirementId}`} label={t('because')} maxLength={2000} />
      </div>
      {lines.length > 0 && (
        <ul aria-label={`${t('checklist')}: ${name}`} className="grid gap-2">
          {lines.map((line, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its position
            <li key={position}>
              <Checkbox keep name={`check-${requirementId}-${position}`} label={line} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
