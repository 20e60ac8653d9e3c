const barWidth = 8
/** Between the names of two lines. */
const nameHeight = 16

type Props = {
  /** The calls of a minute each. */
  peaks: number[]
  limit: number
  /** A second line, above the limit. */
  wanted?: number
  /** What is written next to the lines. */
  names?: { limit: string; wanted: string }
  height?: number
}

/** Calls up to a limit and beyond it; what is next to it says the same. Server component. */
export function Peaks({ peaks, limit, wanted = limit, names, height = 72 }: Props) {
  const peak = Math.max(1, ...peaks)
  // A line that is far away would leave no bars to see.
  const isFar = (line: number) => line > 4 * peak
  const top = 1.1 * Math.max(peak, ...[limit, wanted].filter((line) => !isFar(line)))
  const tall = (calls: number) => (calls > 0 ? Math.max(1.5, (height * calls) / top) : 0)
  const [line = 0, upper = 0] = [limit, wanted].map((each) => (isFar(each) ? 0 : height - tall(each)))
  const name = Math.max(upper, 6)
  return (
    <div className="flex gap-2">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${peaks.length * 10 - 2} ${height}`}
        height={height}
        preserveAspectRatio="none"
        className="w-full min-w-0 overflow-visible"
      >
        {peaks.map((calls, index) => {
          const [y, x] = [height - tall(calls), index * 10]
          return (
            <g key={String(index)}>
              <rect
                x={x}
                y={Math.max(y, line)}
                width={barWidth}
                height={height - Math.max(y, line)}
                className="fill-ink/30"
              />
              {calls > limit && (
                <rect x={x} y={y} width={barWidth} height={line - y} className="fill-chart-limited" />
              )}
            </g>
          )
        })}
        {[...new Set([line, upper])].map(
          (y) =>
            y > 0 && (
              <line
                key={y}
                x2="100%"
                y1={y}
                y2={y}
                strokeDasharray="4 3"
                vectorEffect="non-scaling-stroke"
                className="stroke-line-strong"
              />
            ),
        )}
      </svg>
      {names && (
        <svg
          aria-hidden="true"
          width="112"
          height={height}
          className="shrink-0 overflow-visible fill-ink text-xs"
        >
          <text y={name} dominantBaseline="middle" className="font-semibold">
            {names.wanted}
          </text>
          <text y={Math.max(line, name + nameHeight)} dominantBaseline="middle">
            {names.limit}
          </text>
        </svg>
      )}
    </div>
  )
}
