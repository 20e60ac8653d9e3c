type Props = {
  /** Milliseconds; a word instead of them if no call was made. */
  token?: number | string
  balance?: number
  failed?: boolean
  /** `of` holds a place for the `{total}` and the `{scale}`. */
  texts: Record<'token' | 'balance' | 'of', string>
}

/** Milliseconds, and how they are written: few, so that calls compare. The portal waits no longer than the last. */
const scales = [
  [100, '100 ms'],
  [3000, '3 s'],
  [10_000, '10 s'],
] as const

/** How long the calls of the last press took. Drawn with attributes, as the policy forbids inline styles. */
export function TimingBar({ token, balance, failed, texts }: Props) {
  const forToken = typeof token === 'number' ? token : 0
  const total = forToken + (balance ?? 0)
  const [scale, written] = scales.find(([most]) => total <= most) ?? scales[2]
  const widthOf = (ms: number) => `${Math.min(100, (100 * ms) / scale)}%`
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-x-5 gap-y-1 text-xs tabular-nums">
        <dl className="contents">
          <Part look="bg-line-strong" term={texts.token} value={token} />
          <Part look={failed ? 'bg-chart-failed' : 'bg-accent'} term={texts.balance} value={balance} />
        </dl>
        <p className="ml-auto text-muted">
          {texts.of.replace('{total}', `${total} ms`).replace('{scale}', written)}
        </p>
      </div>
      <svg className="h-2.5 w-full rounded-full bg-raised" aria-hidden="true">
        {forToken > 0 && <rect width={widthOf(forToken)} height="100%" className="fill-line-strong" />}
        {balance !== undefined && (
          <rect
            x={widthOf(forToken)}
            width={widthOf(balance)}
            height="100%"
            className={failed ? 'fill-chart-failed' : 'fill-accent'}
          />
        )}
      </svg>
    </div>
  )
}

function Part({ look, term, value }: { look: string; term: string; value?: number | string }) {
  return (
    <div className="flex items-center gap-2">
      <dt className="flex items-center gap-2 text-muted">
        <span className={`size-2.5 rounded-xs ${look}`} aria-hidden="true" />
        {term}
      </dt>
      <dd className="font-medium">{typeof value === 'number' ? `${value} ms` : (value ?? '–')}</dd>
    </div>
  )
}
