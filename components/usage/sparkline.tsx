import { getFormatter, getTranslations } from 'next-intl/server'

type Calls = { calls: number; errors: number }

const width = 240
const height = 40
const gap = 2
/** Never too low to be seen: one error among thousands is what people look for. */
const minHeight = 1

/** The box of bars, which stretches. */
export const sparkBox = { viewBox: `0 0 ${width} ${height + 1}`, preserveAspectRatio: 'none' }

/**
 * The calls of 24 hours, a bar for each; errors are its lower part. Rendered on the server, with a text
 * alternative.
 */
export async function Sparkline({ hours, day }: { hours: Calls[]; day: Calls }) {
  const t = await getTranslations('applications.card')
  const format = await getFormatter()
  const most = Math.max(...hours.map(({ calls }) => calls))
  const text = t('sparkline', {
    calls: day.calls,
    errors: format.number(day.errors),
    most: format.number(most),
  })
  if (most === 0)
    return (
      <p className="grid min-h-20 flex-1 place-content-center rounded-lg border border-line border-dashed px-3 text-center text-muted text-sm">
        {text}
      </p>
    )
  return (
    <div className="grid flex-1 grid-rows-[minmax(3.5rem,1fr)_auto] gap-1">
      <svg {...sparkBox} role="img" aria-label={text} className="h-0 min-h-full w-full">
        <path d={`M0 ${height}h${width}v1h${-width}z`} className="fill-line" />
        <path
          d={drawBars(
            hours.map(({ calls }) => calls),
            most,
          )}
          className="fill-chart-succeeded"
        />
        <path
          d={drawBars(
            hours.map(({ errors }) => errors),
            most,
          )}
          className="fill-chart-failed"
        />
      </svg>
      <p aria-hidden="true" className="flex justify-between text-muted text-xs">
        <span>{t('start')}</span>
        <span>{t('end')}</span>
      </p>
    </div>
  )
}

/** One path for all bars. */
export function drawBars(values: number[], most: number): string {
  const slot = width / values.length
  const bars = values.map((value, index) => {
    if (value === 0) return ''
    const bar = Math.round(Math.max(minHeight, (value / most) * height) * 10) / 10
    return `M${index * slot + gap / 2} ${height - bar}h${slot - gap}v${bar}h${gap - slot}z`
  })
  return bars.join('')
}
