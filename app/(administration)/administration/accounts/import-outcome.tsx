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
  const { loaded, tooMany, bad = 0, firstBad = [], error, fault } = report
  const say = ({ code, values }: NonNullable<typeof fault>) => {
    const text = t(`faults.${code}`, values as never)
    return code.startsWith('header_') ? t('header', { fault: text }) : text
  }
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
        <ul className="grid max-h-60 gap-0.5 overflow-y-auto">
          {error && <li>{fault ? say(fault) : t('lost')}</li>}
          {firstBad.map(({ line, reason, ...bad }) => (
            <li key={line}>
              {t('badLine', { line: String(line), fault: bad.fault ? say(bad.fault) : reason })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
