import { CircleCheck, CircleX, Gauge, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '@/components/ui/badge'

/** A status with an icon for success or failure; `text` if there is more to say than the number. */
export function OutcomeBadge({ status, text = status }: { status: number; text?: string | number }) {
  const [tone, Icon] = lookOf(status)
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {text}
    </Badge>
  )
}

/** What an error's status means. */
export function toneOf(status: number): Tone {
  return lookOf(status)[0]
}

function lookOf(status: number): [Tone, typeof CircleCheck] {
  if (status < 400) return ['success', CircleCheck]
  if (status === 429) return ['info', Gauge]
  return status < 500 ? ['warning', TriangleAlert] : ['danger', CircleX]
}
