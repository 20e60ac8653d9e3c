import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { TextLink } from '@/components/ui/text-link'
import { limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { listRequests } from '@/lib/quota-requests/queries'

/** Leads to the request that waits, or to the form for one; nothing for those who cannot request a higher limit now. */
export async function LimitLink({ application }: { application: TeamApplication }) {
  const { id, role, state } = application
  const t = await getTranslations('limits')
  const limit = limitOf(application)
  const open = (await listRequests('limits', id)).find((request) => request.state === 'open')
  if (!open && !(state === 'active' && may(role, 'limits') && limit > 0 && limit < maxCallsPerMinute))
    return null
  return (
    <TextLink href={`${applicationPath(id, 'traffic')}#limit`}>
      {open ? t('waiting', { count: open.callsPerMinute }) : t('request')}
    </TextLink>
  )
}
