import type { ImportReport } from '@/lib/wallet/import-accounts'
import { format } from './progress'

type Where = {
  environment: string
  badFile: string | null
  asOf: string
  dated: 'given' | 'file'
  seconds: number
}

/** The result of an import, in lines for the operator. */
export function describeReport({ lines, bad, firstBad, loaded }: ImportReport, where: Where): string[] {
  const { environment, badFile, asOf, dated, seconds } = where
  const rate = seconds > 0 ? ` (${format(Math.round(lines / seconds))} lines/s)` : ''
  return [
    ...firstBad.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...(bad > firstBad.length ? [`… and ${format(bad - firstBad.length)} more bad lines.`] : []),
    `${format(lines)} lines in ${seconds.toFixed(1)} s${rate}: ${format(bad)} bad.`,
    ...(bad > 0 && badFile ? [`Every bad line is in ${badFile}.`] : []),
    ...(loaded
      ? [
          `${environment}: ${format(loaded.inserted)} added, ${format(loaded.updated)} updated, ${format(loaded.unchanged)} unchanged.`,
          ...(loaded.newer > 0
            ? [`${format(loaded.newer)} left alone: what is stored of them is newer than ${asOf}.`]
            : []),
          ...(dated === 'file'
            ? [`As of ${asOf}, when the file was last changed; --as-of says when the export was begun.`]
            : []),
          ...(loaded.demoRemoved > 0 ? [`The ${loaded.demoRemoved} demo accounts were removed.`] : []),
        ]
      : [
          'Nothing was changed. Fix these lines, or load the others with --skip-bad.',
          ...(badFile ? [] : ['With --bad-file FILE all bad lines go to a file.']),
        ]),
  ]
}
