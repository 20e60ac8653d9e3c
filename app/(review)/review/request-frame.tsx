import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { EnvironmentBadge } from '@/components/environment-badge'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { StateBadge } from '@/components/state-badge'
import { ActionForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import type { FormAction } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { SubmitButton } from '@/components/ui/submit-button'
import { Textarea } from '@/components/ui/textarea'
import type { Application } from '@/generated/prisma/client'

type Props = {
  /** The request itself. */
  title: string
  lead: string
  application: Pick<Application, 'name' | 'environment' | 'state'>
  request: { state: string; closedAt: Date | null; decisionReason: string | null }
  /** The request's state in words, for one that is closed. */
  outcome: string
  query: Query
  done: (key: 'approved' | 'rejected') => string
  decide: FormAction
  /** The facts that reviewers decide by. */
  children: ReactNode
}

const refusals = ['already_decided', 'withdrawn', 'own_application', 'invited'] as const

/** A request of an application's owners, and the reviewers' decision on it: the form, or what became of it. */
export async function RequestFrame({ title, lead, application, request, children, ...rest }: Props) {
  const t = await getTranslations('limits')
  const review = await getTranslations('review')
  return (
    <>
      <PageHeader
        title={application.name}
        breadcrumbs={[{ href: '/review', label: review('title') }]}
        here={title}
        badges={
          <>
            <EnvironmentBadge environment={application.environment} />
            <StateBadge state={application.state} />
          </>
        }
      >
        {lead}
      </PageHeader>
      <div className="grid max-w-prose gap-6">
        <OneTimeNotices
          query={rest.query}
          done={{ keys: ['approved', 'rejected'], text: rest.done }}
          refused={{ keys: refusals, text: (key) => t(`errors.${key}`) }}
        />
        <Card title={title}>{children}</Card>
        {request.state === 'open' ? (
          <Decision decide={rest.decide} />
        ) : (
          <Notice title={rest.outcome}>
            {request.closedAt && (
              <p>
                <Moment at={request.closedAt} />
              </p>
            )}
            {request.decisionReason && <p className="whitespace-pre-line">{request.decisionReason}</p>}
          </Notice>
        )}
      </div>
    </>
  )
}

async function Decision({ decide }: Pick<Props, 'decide'>) {
  const t = await getTranslations('limits')
  return (
    <Card title={t('decision')}>
      <ActionForm action={decide} className="max-w-none">
        <Textarea name="reason" label={t('reason')} hint={t('decisionHint')} rows={3} maxLength={500} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="outcome" value="approved">
            {t('approve')}
          </SubmitButton>
          <SubmitButton name="outcome" value="rejected" variant="danger">
            {t('reject')}
          </SubmitButton>
        </div>
      </ActionForm>
    </Card>
  )
}
