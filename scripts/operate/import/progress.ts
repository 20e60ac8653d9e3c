import type { ImportProgress } from '@/lib/wallet/import-accounts'
import { createLine } from '../progress'

const barWidth = 30

const verbs = { reading: 'Reading and checking', checking: 'Looking for duplicates', storing: 'Storing' }

/** Shows the progress of an import, with the rate of its current step. */
export function createProgressView(output: NodeJS.WriteStream) {
  const { show, end } = createLine(output)
  let began = performance.now()
  let step = ''
  return {
    show(progress: ImportProgress): void {
      const isNew = progress.step !== step
      if (isNew && step !== '') began = performance.now()
      step = progress.step
      show(() => describeProgress(progress, (performance.now() - began) / 1000), isNew)
    },
    end,
  }
}

/** `Reading and checking [######        ]  42 %  420,000 lines, 210,000/s` */
export function describeProgress({ step, done, total, lines }: ImportProgress, seconds: number): string {
  if (step === 'checking') return `${verbs[step]} among ${format(lines)} lines`
  const share = total > 0 ? Math.min(done / total, 1) : 1
  const bar = '#'.repeat(Math.floor(share * barWidth)).padEnd(barWidth)
  const percent = String(Math.floor(share * 100)).padStart(3)
  const count = step === 'reading' ? lines : done
  const noun = step === 'reading' ? 'lines' : 'accounts'
  return `${verbs[step]} [${bar}] ${percent} %  ${format(count)} ${noun}${rate(count, seconds)}`
}

export function format(count: number): string {
  return count.toLocaleString('en')
}

function rate(count: number, seconds: number): string {
  return seconds < 0.5 ? '' : `, ${format(Math.round(count / seconds))}/s`
}
