import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { Invited } from '@/app/_team/invited'
import { FlashMessages } from '@/components/flash-messages'
import { Person } from '@/components/person'
import type { Query } from '@/components/query'
import { EnvironmentToggle } from '@/components/shell/environment-toggle'
import { StateBadge } from '@/components/state-badge'
import { ActionForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import { Section } from '@/components/ui/section'
import { StateLine } from '@/components/ui/state-line'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import { versionedRequest } from '@/lib/quota-requests/commands'
import { findRequest } from '@/lib/quota-requests/queries'
import type { RequestKind } from '@/lib/quota-requests/schema'
import type { ShownRequest } from '@/lib/quota-requests/table'
import { decideOnRequest } from './request-action'

export type RequestProps = { params: Promise<{ requestId: string }>; searchParams: Promise<Query> }

/** What applies now, in a sentence, and what else reviewers decide by. */
type Explanation = { has: string; evidence: ReactNode }

const refusals = ['already_decided', 'withdrawn', 'own_application'] as const

/** The page of a request of owners: what they ask for, and the form to decide it or what became of it. */
export async function renderRequest<Kind extends RequestKind>(
  kind: Kind,
  explain: (request: ShownRequest<Kind>) => Promise<Explanation>,
  { params, searchParams }: RequestProps,
) {
  const reviewer = await requireReviewer()
  const request = await findRequest(kind, (await params).requestId)
  if (!request) notFound()
  const { application, state, closedAt, decisionReason } = request
  const { has, evidence } = await explain(request)
  const t = await getTranslations('limits')
  const texts = await getTranslations()
  const about: RequestKind = kind
  const isOpen = state === 'open'
  return (
    <StaffShell
      current="queue"
      title={application.name}
      above={{ href: '/review', label: texts('review.title') }}
      environment={application.environment}
      beside={<EnvironmentToggle current={application.environment} />}
      badges={application.state !== 'active' && <StateBadge state={application.state} />}
    >
      <FlashMessages
        query={await searchParams}
        done={{ keys: ['approved', 'rejected'], text: (key) => texts(`${about}.done.${key}`) }}
        refused={{ keys: refusals, text: (key) => t(`errors.${key}`) }}
        className="mb-6"
      />
      <StateLine
        tone={isOpen ? 'info' : state === 'approved' ? 'success' : 'neutral'}
        title={
          isOpen
            ? texts(`${about}.asks`, { name: application.name, count: request.count })
            : `${texts(`${about}.states.${state}`, { count: request.count })}.`
        }
      >
        {isOpen ? has : closedAt && <DateTime at={closedAt} />}
      </StateLine>
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-12">
        <div className="grid min-w-0 gap-8">
          {isOpen ? evidence : decisionReason && <Quote>{decisionReason}</Quote>}
          <Section title={t('reason')}>
            <Quote>{request.reason}</Quote>
            <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
              <Person person={request.requestedBy} />
              <span className="text-muted">
                <DateTime at={request.requestedAt} as="relative" />
              </span>
            </p>
          </Section>
        </div>
        {isOpen && <Decision kind={kind} request={request} reviewer={reviewer} />}
      </div>
    </StaffShell>
  )
}

function Quote({ children }: { children: string }) {
  return (
    <blockquote className="max-w-prose whitespace-pre-line border-line-strong border-l-2 pl-4 text-sm [overflow-wrap:anywhere]">
      {children}
    </blockquote>
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
