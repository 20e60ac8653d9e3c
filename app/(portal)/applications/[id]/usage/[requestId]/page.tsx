import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { KeptCall } from '@/components/usage/kept-call'
import { findKeptCalls } from '@/lib/rehearsals/queries'
import { findCallsOfRequest } from '@/lib/usage/queries'
import { ApplicationFrame, applicationTitle } from '../../frame'
import { CallView } from './call-view'

type Props = { params: Promise<{ id: string; requestId: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'usage')
  return { title: applicationTitle(application.name, (await getTranslations('usage.call'))('title')) }
}

/** One recorded call, explained; after the log has forgotten it, as the report of a rehearsal keeps it. */
export default async function CallPage({ params }: Props) {
  const { id, requestId } = await params
  const { application } = await requireApplication(id, 'usage')
  const calls = await findCallsOfRequest(application.id, requestId)
  const kept = calls.length > 0 ? [] : await findKeptCalls(application.id, requestId)
  const count = calls.length + kept.length
  if (count === 0) notFound()
  const t = await getTranslations('usage')
  return (
    <ApplicationFrame
      application={application}
      current="usage"
      title={t('call.title')}
      above={[{ href: `/applications/${id}/usage`, label: t('title') }]}
      lead={<span className="font-mono text-sm [overflow-wrap:anywhere]">{requestId}</span>}
    >
      <div className="grid gap-6">
        {count > 1 && <Notice>{t('call.several', { count })}</Notice>}
        {calls.map((call) => (
          <CallView key={String(call.id)} call={call} application={application} />
        ))}
        {kept.map((call) => (
          <KeptCall key={call.at} call={call} />
        ))}
        <p>
          <TextLink href={`/applications/${id}/usage#calls`}>{t('call.back')}</TextLink>
        </p>
      </div>
    </ApplicationFrame>
  )
}
