import { KeyRound, Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'

/** A member's role in a team by colour, word and icon. Server component. */
export function TeamRoleBadge({ role }: { role: 'owner' | 'member' }) {
  const t = useTranslations('team.role')
  const Icon = role === 'owner' ? KeyRound : Users
  return (
    <Badge tone={role === 'owner' ? 'info' : 'neutral'} icon={<Icon aria-hidden="true" />}>
      {t(role)}
    </Badge>
  )
}
