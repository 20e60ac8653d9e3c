import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { LoggedRequest } from '@/app/_calls/call-view'
import { pageMetadata } from '@/app/_request/page-metadata'
import { requireReviewer } from '@/app/_request/session'
import { StaffShell } from '@/app/_request/staff-shell'
import { Notice } from '@/components/ui/notice'
import { findSubmittedRehearsal } from '@/lib/rehearsals/queries'

type Props = { params: Promise<{ id: string; requestId: string }> }

export const generateMetadata = pageMetadata('usage.call')

/**
 * A call that the report of a submission's rehearsal names. Nothing else of the application's log is a
 * reviewer's to see.
 */
export default async function SubmittedCallPage({ params }: Props) {
  await requireReviewer()
  const { id, requestId } = await params
  const rehearsal = await findSubmittedRehearsal(id)
  const calls = rehearsal?.calls.filter((call) => call.requestId === requestId) ?? []
  if (!rehearsal || calls.length === 0) notFound()
  const t = await getTranslations('usage')
  return (
    <StaffShell
      current="queue"
      title={t('call.title')}
      above={{ href: `/review/${id}#rehearsal`, label: (await getTranslations('rehearsal.report'))('title') }}
      lead={rehearsal.applicationName}
    >
      <div className="grid grid-cols-1 gap-6">
        {calls.length > 1 && <Notice>{t('call.several', { count: calls.length })}</Notice>}
        {calls.map((call) => (
          <LoggedRequest key={call.number} call={call} />
        ))}
      </div>
    </StaffShell>
  )
}
