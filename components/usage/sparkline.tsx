import { getFormatter, getTranslations } from 'next-intl/server'
import type { Calls, Hour } from '@/lib/usage/schema'

const width = 240
const height = 40
const gap = 2
/** Never too low to be seen: one error among thousands is what people look for. */
const minHeight = 1

/** The box of bars, which stretches. */
const sparkBox = { viewBox: `0 0 ${width} ${height + 1}`, preserveAspectRatio: 'none' }

type Props = {
  hours: Hour[]
  day: Calls
  /** The end of the scale. */
  most: number
  /** What it is about, before its numbers. */
  text: string
}

/**
 * The calls of 24 hours, a bar for each, in the colours of the large charts; errors are on top. Rendered on the server,
 * with a text alternative.
 */
export async function Sparkline({ hours, day, most, text }: Props) {
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const highest = Math.max(...hours.map(({ calls }) => calls))
  const numbers = t('sparkline', {
    calls: day.calls,
    errors: format.number(day.errors),
    most: format.number(highest),
  })
  const draw = (values: number[]) => drawBars(values, Math.max(most, 1))
  return (
    <svg {...sparkBox} role="img" aria-label={`${text}: ${numbers}`} className="h-10 w-full">
      <path d={`M0 ${height}h${width}v1h${-width}z`} className="fill-line-strong" />
      <path d={draw(hours.map(({ calls }) => calls))} className="fill-chart-failed" />
      <path d={draw(hours.map(({ calls, failed }) => calls - failed))} className="fill-chart-limited" />
      <path
        d={draw(hours.map(({ calls, failed, limited }) => calls - failed - limited))}
        className="fill-chart-refused"
      />
      <path d={draw(hours.map(({ calls, errors }) => calls - errors))} className="fill-chart-succeeded" />
    </svg>
  )
}

/** One path for all bars. */
function drawBars(values: number[], most: number): string {
  const slot = width / values.length
  const bars = values.map((value, index) => {
    if (value === 0) return ''
    const bar = Math.round(Math.max(minHeight, (value / most) * height) * 10) / 10
    return `M${index * slot + gap / 2} ${height - bar}h${slot - gap}v${bar}h${gap - slot}z`
  })
  return bars.join('')
}
