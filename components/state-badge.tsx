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
import { Badge, type Tone } from '@/components/ui/badge'

const looks = {
  active: ['success', CircleCheck],
  suspended: ['warning', CirclePause],
  deleted: ['neutral', Ban],
  draft: ['neutral', CircleDashed],
  in_validation: ['info', Clock],
  changes_requested: ['warning', PencilLine],
  rejected: ['danger', CircleX],
  activating: ['info', Zap],
  in_verification: ['info', Clock],
  verified: ['success', CircleCheck],
  closed: ['neutral', Ban],
} satisfies Record<string, [Tone, LucideIcon]>

/** Of an application or an organisation. */
export type SubjectState = keyof typeof looks

/** The state of an application or an organisation by colour, word and icon. Server component. */
export function StateBadge({ state }: { state: SubjectState }) {
  const t = useTranslations('common.state')
  const [tone, Icon] = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {t(state)}
    </Badge>
  )
}
