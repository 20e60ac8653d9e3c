import { CircleCheck, CircleDashed, CirclePause, CircleX, Hourglass } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import type { SignUpApproval } from '@/generated/prisma/enums'

/** Whether a developer can sign in, and use the portal, shown by colour, word and icon. Server component. */
export function DeveloperStateBadge({
  activatedAt,
  suspendedAt,
  approval,
}: {
  activatedAt: Date | null
  suspendedAt: Date | null
  approval: SignUpApproval | null
}) {
  const t = useTranslations('administration.developers.states')
  if (suspendedAt)
    return (
      <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
        {t('suspended')}
      </Badge>
    )
  if (!activatedAt) return <Badge icon={<CircleDashed aria-hidden="true" />}>{t('not_activated')}</Badge>
  if (approval === 'waiting')
    return (
      <Badge tone="warning" icon={<Hourglass aria-hidden="true" />}>
        {t('waiting')}
      </Badge>
    )
  if (approval === 'rejected')
    return (
      <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
        {t('rejected')}
      </Badge>
    )
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {t('active')}
    </Badge>
  )
}
