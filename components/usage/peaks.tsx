const [height, barWidth] = [72, 8]

type Props = {
  /** The calls of a minute each. */
  peaks: number[]
  limit: number
}

/** Calls up to a limit and beyond it; what is next to it says the same. Server component. */
export function Peaks({ peaks, limit }: Props) {
  const peak = Math.max(1, ...peaks)
  // A limit that is far away would leave no bars to see.
  const isFar = limit > 4 * peak
  const top = 1.1 * (isFar ? peak : Math.max(limit, peak))
  const tall = (calls: number) => (calls > 0 ? Math.max(1.5, (height * calls) / top) : 0)
  const line = isFar ? 0 : height - tall(limit)
  return (
    <svg
      viewBox={`0 0 ${peaks.length * 10 - 2} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-18 w-full overflow-visible"
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
      {!isFar && (
        <line
          x2="100%"
          y1={line}
          y2={line}
          strokeDasharray="4 3"
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
    </svg>
  )
}
