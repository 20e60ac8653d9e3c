import { useTranslations } from 'next-intl'
import type { ImportEntry } from '@/lib/wallet/queries'

/** The progress of an upload, then its report: the same reasons, in the same words, as the command gives. */
export function ImportOutcome({ entry: { state, progress, report } }: { entry: ImportEntry }) {
  const t = useTranslations('accountFiles.outcome')
  if (state === 'running' && progress) {
    const { step, done, total, lines } = progress
    const percent = step === 'checking' || total === 0 ? undefined : Math.floor((100 * done) / total)
    return (
      <div className="grid w-full gap-1 text-muted text-xs tabular-nums">
        <progress className="w-full" max={100} value={percent} aria-label={t(`steps.${step}`)} />
        <span>
          {t(`steps.${step}`)} · {t('lines', { count: lines })}
        </span>
      </div>
    )
  }
  if (!report) return null
  const { loaded, tooMany, bad = 0, firstBad = [], error } = report
  return (
    <div className="grid gap-1 text-xs">
      {loaded && (
        <p>
          {t('loaded', { ...loaded })}
          {loaded.newer > 0 && ` ${t('newer', { count: loaded.newer })}`}
          {loaded.stayRemoved > 0 && ` ${t('stayRemoved', { count: loaded.stayRemoved })}`}
        </p>
      )}
      {tooMany && <p>{t('tooMany', tooMany)}</p>}
      {bad > 0 && <p>{t('bad', { count: bad })}</p>}
      {(error || firstBad.length > 0) && (
        <ul lang="en" className="grid max-h-60 gap-0.5 overflow-y-auto">
          {error && <li>{error}</li>}
          {firstBad.map(({ line, reason }) => (
            <li key={line}>
              line {line}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
