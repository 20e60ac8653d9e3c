'use client'

import { type ReactNode, useActionState, useRef } from 'react'
import { Card } from '@/components/ui/card'
import { ErrorSummary } from '@/components/ui/error-summary'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import { AccessFields, type AccessLabels } from './access-fields'
import { decideOn } from './actions'
import { ReasonTemplates } from './reason-templates'
import { VerdictFields, type VerdictLabels } from './verdict-fields'

type Label =
  | 'documents'
  | 'title'
  | 'reason'
  | 'reasonHint'
  | 'templates'
  | 'approve'
  | 'requestChanges'
  | 'reject'
  | 'summary'
  | 'confirmHint'

type Props = {
  submissionId: string
  version: number
  /** The drawn documents, in their order. */
  documents: {
    requirementId: string
    name: string
    verdict: string | null
    because: string
    drawn: ReactNode
  }[]
  templates: { label: string; text: string }[]
  /** What was typed before a confirmation was asked for. */
  draft: Record<string, string> | null
  /** Said above the decision: that it was confirmed who sits there. */
  notice: ReactNode
  labels: Record<Label, string> & VerdictLabels & AccessLabels
}

/** Documents with a verdict beside each, and the decision: one form with three buttons. */
export function DecisionForm({ submissionId, version, documents, templates, draft, notice, labels }: Props) {
  const [{ errors, error, values = draft ?? undefined }, decide] = useActionState(decideOn, {})
  const reason = useRef<HTMLTextAreaElement>(null)
  return (
    <form action={decide} noValidate className="grid min-w-0 gap-6">
      <ErrorSummary title={labels.summary} errors={errors} error={error} />
      <input type="hidden" name="submissionId" value={submissionId} />
      <input type="hidden" name="version" value={version} />
      <Card title={labels.documents}>
        <ol className="grid divide-y divide-line">
          {documents.map(({ requirementId, verdict, because, name, drawn }) => (
            <li key={requirementId} className="grid gap-4 py-6 first:pt-0 last:pb-0">
              {drawn}
              <VerdictFields
                {...{ requirementId, name, labels }}
                verdict={values?.[`verdict-${requirementId}`] ?? verdict}
                because={values?.[`because-${requirementId}`] ?? because}
                error={errors?.[`because-${requirementId}`]}
              />
            </li>
          ))}
        </ol>
      </Card>
      <Card title={labels.title} id="decision">
        <div className="grid gap-6">
          {notice}
          <AccessFields labels={labels} values={values} error={errors?.msisdns} />
          <Textarea
            ref={reason}
            name="reason"
            label={labels.reason}
            hint={labels.reasonHint}
            error={errors?.reason}
            defaultValue={values?.reason}
            rows={5}
          />
          <ReasonTemplates label={labels.templates} templates={templates} target={reason} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton name="outcome" value="approved">
              {labels.approve}
            </SubmitButton>
            <SubmitButton name="outcome" value="changes_requested" variant="secondary">
              {labels.requestChanges}
            </SubmitButton>
            <SubmitButton name="outcome" value="rejected" variant="danger">
              {labels.reject}
            </SubmitButton>
          </div>
          {labels.confirmHint && <p className="-mt-2 text-muted text-sm">{labels.confirmHint}</p>}
        </div>
      </Card>
    </form>
  )
}
