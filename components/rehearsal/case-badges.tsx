import { CircleCheck, CircleDashed, CircleSlash, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { CaseOutcome, CaseRequirement } from '@/lib/rehearsals/schema'

const looks = {
  passed: ['success', CircleCheck],
  not_yet: ['neutral', CircleDashed],
  failed: ['danger', CircleX],
  incomplete: ['warning', CircleSlash],
} satisfies Record<CaseOutcome, [Tone, typeof CircleCheck]>

export function OutcomeBadge({ outcome }: { outcome: CaseOutcome }) {
  const [tone, Icon] = looks[outcome]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {useTranslations('rehearsal.outcomes')(outcome)}
    </Badge>
  )
}

export function RequirementBadge({ requirement }: { requirement: CaseRequirement }) {
  return (
    <Badge tone={requirement === 'required' ? 'info' : 'neutral'}>
      {useTranslations('rehearsal.requirements')(requirement)}
    </Badge>
  )
}
