import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { SignUpApproval } from '@/generated/prisma/enums'
import type { DeveloperState } from '@/lib/developers/directory'

type Person = { activatedAt: Date | null; suspendedAt: Date | null; approval: SignUpApproval | null }

/** Whether someone can sign in, and use the portal. */
export function developerStateOf({ activatedAt, suspendedAt, approval }: Person): DeveloperState {
  if (suspendedAt) return 'suspended'
  if (!activatedAt) return 'not_activated'
  return approval === 'waiting' || approval === 'rejected' ? approval : 'active'
}

const tones = {
  suspended: 'warning',
  waiting: 'warning',
  rejected: 'danger',
  not_activated: 'neutral',
} as const

/** Why someone cannot use the portal; nothing of those who can. Server component. */
export function DeveloperStateBadge(person: Person) {
  const t = useTranslations('administration.developers.states')
  const state = developerStateOf(person)
  return state === 'active' ? null : <Badge tone={tones[state]}>{t(state)}</Badge>
}
