import { getTranslations } from 'next-intl/server'
import { Checkbox } from '@/components/ui/checkbox'
import { findTeamInvitation, offeredBy } from '@/lib/applications/join'
import { describePerson } from '@/lib/identity/schema'

/** For someone who came through an invitation to this address: team and role, and a box that joins. */
export async function JoinTeam({ link, email }: { link: string; email: string }) {
  const { row } = await findTeamInvitation(link)
  if (row?.email !== email) return null
  const t = await getTranslations('team.join')
  const { type: kind, name } = offeredBy(row)
  const { role } = row
  return (
    <div>
      <Checkbox
        name="join"
        label={t('box', { kind, name, role })}
        hint={`${t('boxHint', { inviter: describePerson(row.invitedBy) })} ${t(role, { kind })}`}
        defaultChecked
      />
      <input type="hidden" name="invitation" value={link} />
    </div>
  )
}
