import { drift, type Soak } from './soak'

const begin = '<!-- soak:begin -->'
const end = '<!-- soak:end -->'

/** The soak as a few lines and a table of what each process held. */
export function formatSoak({ minutes, maximum, rate, stretches, first, last }: Soak, intro: string): string {
  const sum = (key: 'calls' | 'wrong' | 'failed') => stretches.reduce((total, each) => total + each[key], 0)
  const percent = (key: 'p50' | 'p99') => `${(100 * drift(stretches.map((each) => each[key]))).toFixed(1)} %`
  const rows = [...first].map(([name, before]) => {
    const after = last.get(name)
    const pair = (read: (inside: typeof before) => number | null) =>
      `${read(before) ?? '–'} → ${(after && read(after)) ?? '–'}`
    const megabytes = (bytes: number) => Number((bytes / 1e6).toFixed(1))
    const cells = [
      ...[pair((each) => megabytes(each.heapUsed)), pair((each) => megabytes(each.rss))],
      ...[pair((each) => each.handles), pair((each) => each.pool)],
    ]
    return `| ${name} | ${cells.join(' | ')} |`
  })
  return [
    intro,
    '',
    `${minutes} minutes at ${rate} calls a second, a share of the ${Math.round(maximum)} that one caller got through: ` +
      `${sum('calls')} calls, ${sum('wrong')} wrong, ${sum('failed')} failed. From the first third to the last, the median ` +
      `time of an answer moved by ${percent('p50')}, the 99th percentile by ${percent('p99')}.`,
    '',
    '| process | heap after collection, MB | resident, MB | handles | connections |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n')
}

/** Puts the report between its markers in `document`. @throws Error when they are not there */
export function putSoak(document: string, report: string): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end)
  if (from < 0 || to < from) throw new Error('the markers of the soak are not there')
  return `${document.slice(0, from)}${begin}\n${report}\n${document.slice(to)}`
}
