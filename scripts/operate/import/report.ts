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
export function describeReport(report: ImportReport, where: Where): string[] {
  const { lines, bad, firstBad, loaded, tooMany, continuedAt } = report
  const { badFile, seconds } = where
  const rate = seconds > 0 ? ` (${format(Math.round(lines / seconds))} lines/s)` : ''
  return [
    ...(continuedAt
      ? [`Continued at line ${format(continuedAt)}, where the same import was interrupted.`]
      : []),
    ...firstBad.map(({ line, reason }) => `line ${line}: ${reason}`),
    ...(bad > firstBad.length ? [`… and ${format(bad - firstBad.length)} more bad lines.`] : []),
    `${format(lines)} lines in ${seconds.toFixed(1)} s${rate}: ${format(bad)} bad.`,
    ...(bad > 0 && badFile ? [`Every bad line is in ${badFile}.`] : []),
    ...(loaded ? describeLoaded(loaded, where) : tooMany ? refuseRemovals(tooMany) : refuseBad(badFile)),
  ]
}

function describeLoaded(
  { inserted, updated, unchanged, removed, ...rest }: NonNullable<ImportReport['loaded']>,
  { environment, asOf, dated }: Where,
): string[] {
  const { newer, stayRemoved, grantsRemoved, demoRemoved } = rest
  return [
    `${environment}: ${format(inserted)} added, ${format(updated)} updated, ${format(unchanged)} unchanged.`,
    ...(removed > 0
      ? [`${format(removed)} removed, which are not in the file, with ${format(grantsRemoved)} grants.`]
      : []),
    ...(newer > 0 ? [`${format(newer)} left alone: what is stored of them is newer than ${asOf}.`] : []),
    ...(stayRemoved > 0
      ? [`${format(stayRemoved)} stay removed: they were removed as of ${asOf} or later.`]
      : []),
    ...(dated === 'file'
      ? [`As of ${asOf}, when the file was last changed; --as-of says when the export was begun.`]
      : []),
    ...(demoRemoved > 0 ? [`The ${demoRemoved} demo accounts were removed.`] : []),
  ]
}

function refuseRemovals({ missing, stored }: NonNullable<ImportReport['tooMany']>): string[] {
  return [
    `Nothing was changed: ${format(missing)} of ${format(stored)} accounts are not in the file, more than 5 %.`,
    `If the file is complete, remove them with --allow-removals ${missing}.`,
  ]
}

function refuseBad(badFile: string | null): string[] {
  return [
    'Nothing was changed. Fix these lines, or load the others with --skip-bad.',
    ...(badFile ? [] : ['With --bad-file FILE all bad lines go to a file.']),
  ]
}
