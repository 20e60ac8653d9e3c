import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { isInvited } from '@/lib/applications/conflict-of-interest'

/** What a decision costs a member of staff who is invited to the team that they would decide about. */
export async function Invited({ subjectId, staffId }: { subjectId: string; staffId: string }) {
  const t = await getTranslations('team.offers')
  return (await isInvited(subjectId, staffId)) ? <Notice tone="warning">{t('decider')}</Notice> : null
}
