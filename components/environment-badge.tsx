import { FlaskConical, Landmark } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { classNames } from '@/components/class-names'
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

/** The window's upper edge in the environment's colour, wherever the page is scrolled to. */
export function EnvironmentEdge({ environment }: { environment: Environment }) {
  return (
    <div
      aria-hidden="true"
      data-environment={environment}
      className={classNames(
        'no-print pointer-events-none fixed inset-x-0 top-0 z-20 h-1',
        environment === 'sandbox' ? 'bg-sandbox-solid' : 'bg-production-solid',
      )}
    />
  )
}
