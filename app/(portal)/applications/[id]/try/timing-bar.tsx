type Props = {
  /** Milliseconds; a word instead of them if no call was made. */
  token?: number | string
  balance?: number
  texts: Record<'token' | 'balance' | 'total', string>
}

/**
 * How the time of the last press divides between the calls. Drawn with attributes, as the policy forbids
 * inline styles.
 */
export function TimingBar({ token, balance, texts }: Props) {
  const forToken = typeof token === 'number' ? token : 0
  const total = forToken + (balance ?? 0)
  const share = total > 0 ? (100 * forToken) / total : 0
  const known = token !== undefined || balance !== undefined
  return (
    <div className="grid gap-2">
      <svg className="h-2.5 w-full rounded-full bg-raised" aria-hidden="true">
        {forToken > 0 && <rect width={`${share}%`} height="100%" className="fill-line-strong" />}
        {balance !== undefined && (
          <rect x={`${share}%`} width={`${100 - share}%`} height="100%" className="fill-accent" />
        )}
      </svg>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
        <Part look="bg-line-strong" term={texts.token} value={token} />
        <Part look="bg-accent" term={texts.balance} value={balance} />
        <Part term={texts.total} value={known ? total : undefined} />
      </dl>
    </div>
  )
}

function Part({ look, term, value }: { look?: string; term: string; value?: number | string }) {
  return (
    <div className={look ? 'flex items-center gap-2' : 'flex gap-2 sm:ml-auto'}>
      <dt className="flex items-center gap-2 text-muted">
        {look && <span className={`size-2.5 rounded-full ${look}`} aria-hidden="true" />}
        {term}
      </dt>
      <dd className="font-medium">{typeof value === 'number' ? `${value} ms` : (value ?? '–')}</dd>
    </div>
  )
}
