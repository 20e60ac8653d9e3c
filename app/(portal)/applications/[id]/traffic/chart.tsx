import { X } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Link } from '@/components/ui/link'
import { CallHistogram, NoCallsIn } from '@/components/usage/histogram'
import { createUsageFormatter } from '@/components/usage/labels'
import type { chooseBars } from '@/lib/usage/range'
import type { UsagePoint } from '@/lib/usage/schema'
import { trafficPath, type View, withoutPeriod } from './filters'

type Props = { id: string; view: View; bars: ReturnType<typeof chooseBars>; points: UsagePoint[] }

/** The period in bars, of which a stretch can be selected, also next to a request. */
export function TrafficChart({ id, view, bars, points }: Props) {
  const plain = withoutPeriod(view)
  return (
    <CallHistogram
      points={points}
      {...bars}
      linkTo={(filter) => trafficPath(id, { range: view.range, given: { ...plain.given, ...filter } })}
      select={trafficPath(id, plain)}
      empty={
        <NoCallsIn
          range={view.range}
          own={!bars.selection && Boolean(view.given.from ?? view.given.to)}
          linkTo={(range) => trafficPath(id, { ...plain, range })}
        />
      }
      cleared={bars.selection && <Selection id={id} view={view} of={bars.selection} />}
    />
  )
}

type SelectionProps = { id: string; view: View; of: { from: Date; to: Date } }

/** What is selected, and the way back to the whole period. */
async function Selection({ id, view, of: { from, to } }: SelectionProps) {
  const t = await getTranslations('usage.chart')
  const { span } = await createUsageFormatter()
  return (
    <p className="no-print inline-flex min-h-5.5 shrink-0 items-center gap-1.5 rounded-md rounded-bl-none bg-fill px-2 font-medium text-fill-ink text-xs tabular-nums">
      {span(from, to)}
      <Link
        href={trafficPath(id, withoutPeriod(view))}
        data-key="Escape"
        aria-label={t('clear')}
        scroll={false}
      >
        <X className="size-3.5" aria-hidden="true" />
      </Link>
    </p>
  )
}
