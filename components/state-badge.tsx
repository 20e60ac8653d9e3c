import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  type LucideIcon,
  PencilLine,
  Zap,
} from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { type SubjectState, states } from '@/lib/applications/states'

const icons: Record<(typeof states)[SubjectState]['icon'], LucideIcon> = {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  PencilLine,
  Zap,
}

/** The state of an application or an organisation by colour, word and icon. Server component. */
export function StateBadge({ state }: { state: SubjectState }) {
  const t = useTranslations('common.state')
  const { tone, icon } = states[state]
  const Icon = icons[icon]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  )
}
