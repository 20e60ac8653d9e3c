import { FlaskConical, Landmark } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'

export type Environment = 'sandbox' | 'production'

/** The icon of an environment, always shown with its name. */
export function EnvironmentIcon({
  environment,
  className,
}: {
  environment: Environment
  className?: string
}) {
  const Icon = environment === 'sandbox' ? FlaskConical : Landmark
  return <Icon className={className} aria-hidden="true" />
}

const solid = { sandbox: 'sandboxSolid', production: 'productionSolid' } as const

type BadgeProps = {
  environment: Environment
  /** In the environment's full colour, where the page is about it. */
  strong?: boolean
}

/** The environment by colour, word and icon. Server component. */
export function EnvironmentBadge({ environment, strong = false }: BadgeProps) {
  const t = useTranslations('common.environment')
  return (
    <Badge
      tone={strong ? solid[environment] : environment}
      icon={<EnvironmentIcon environment={environment} />}
    >
      {t(environment)}
    </Badge>
  )
}
