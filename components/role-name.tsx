import { useTranslations } from 'next-intl'

/** A member's role in a team. Server component. */
export function RoleName({ role }: { role: 'owner' | 'member' }) {
  return <span className="text-sm">{useTranslations('team.role')(role)}</span>
}
