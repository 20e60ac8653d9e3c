/** The method's colour is a reminder: the word says it. */
const tones: Record<string, string> = {
  GET: 'bg-success-soft text-success',
  POST: 'bg-info-soft text-info',
  PUT: 'bg-warning-soft text-warning',
  DELETE: 'bg-danger-soft text-danger',
}

export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={`inline-flex min-h-5 shrink-0 items-center rounded px-1.5 font-mono font-semibold text-[0.6875rem] ${tones[method] ?? 'bg-raised text-ink'}`}
    >
      {method}
    </span>
  )
}
