import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { Invited } from '@/app/_team/invited'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { StateBadge } from '@/components/state-badge'
import { ActionForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { DefinitionList } from '@/components/ui/definition-list'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import { versionedRequest } from '@/lib/quota-requests/commands'
import { findRequest } from '@/lib/quota-requests/queries'
import type { RequestKind } from '@/lib/quota-requests/schema'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { decideOnRequest } from './request-action'

export type RequestProps = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }
type Facts = { term: string; value: ReactNode }[]

/** What was requested next to what applies now, and what else reviewers decide by. */
type Explanation = { title: string; facts: Facts; evidence?: Facts }

const refusals = ['already_decided', 'withdrawn', 'own_application'] as const

/** The page of a request of an application's owners: its facts, and the form to decide it or what became of it. */
export async function renderRequest<Kind extends RequestKind>(
  kind: Kind,
  explain: (request: ShownRequest<Kind>) => Promise<Explanation>,
  { params, searchParams }: RequestProps,
) {
  const reviewer = await requireReviewer()
  const request = await findRequest(kind, (await params).requestId)
  if (!request) notFound()
  const { application, state, closedAt, decisionReason } = request
  const { title, facts, evidence = [] } = await explain(request)
  const t = await getTranslations('limits')
  const texts = await getTranslations()
  const about: RequestKind = kind
  const sent = [
    { term: t('reason'), value: <span className="whitespace-pre-line">{request.reason}</span> },
    { term: t('requestedBy'), value: request.requestedBy.email },
    { term: t('requestedAt'), value: <DateTime at={request.requestedAt} /> },
  ]
  return (
    <StaffShell
      current="queue"
      title={application.name}
      above={{ href: '/review', label: texts('review.title') }}
      environment={application.environment}
      beside={<EnvironmentToggle current={application.environment} />}
      badges={<StateBadge state={application.state} />}
      lead={texts(`${about}.reviewLead`)}
    >
      <FlashMessages
        query={await searchParams}
        done={{ keys: ['approved', 'rejected'], text: (key) => texts(`${about}.done.${key}`) }}
        refused={{ keys: refusals, text: (key) => t(`errors.${key}`) }}
        className="mb-6"
      />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Section title={title}>
          <DefinitionList items={[...facts, ...sent, ...evidence]} />
        </Section>
        {state === 'open' ? (
          <Decision kind={kind} request={request} reviewer={reviewer} />
        ) : (
          <Notice title={texts(`${about}.states.${state}`, { count: request.count })}>
            {closedAt && (
              <p>
                <DateTime at={closedAt} />
              </p>
            )}
            {decisionReason && <p className="whitespace-pre-line">{decisionReason}</p>}
          </Notice>
        )}
      </div>
    </StaffShell>
  )
}

type DecisionProps = { kind: RequestKind; request: ShownRequest<RequestKind>; reviewer: { id: string } }

async function Decision({ kind, request, reviewer }: DecisionProps) {
  const t = await getTranslations('limits')
  return (
    <Section title={t('decision')}>
      <Invited subjectId={request.applicationId} staffId={reviewer.id} />
      <ActionForm action={decideOnRequest.bind(null, kind, request.id)} className="max-w-none">
        <ExpectedVersion of={versionedRequest(request)} />
        <Textarea keep name="reason" label={t('reason')} hint={t('decisionHint')} rows={3} maxLength={500} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="outcome" value="approved">
            {t('approve')}
          </SubmitButton>
          <SubmitButton name="outcome" value="rejected" variant="reject">
            {t('reject')}
          </SubmitButton>
        </div>
      </ActionForm>
    </Section>
  )
}
