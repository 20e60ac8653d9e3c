import { CircleCheck, CircleDashed, CirclePause } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'

/** Whether a developer can sign in, shown by colour, word and icon. Server component. */
export function DeveloperState({
  activatedAt,
  suspendedAt,
}: {
  activatedAt: Date | null
  suspendedAt: Date | null
}) {
  const t = useTranslations('administration.developers.states')
  if (suspendedAt)
    return (
      <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
        {t('suspended')}
      </Badge>
    )
  if (!activatedAt) return <Badge icon={<CircleDashed aria-hidden="true" />}>{t('not_activated')}</Badge>
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
      {t('active')}
    </Badge>
  )
}
