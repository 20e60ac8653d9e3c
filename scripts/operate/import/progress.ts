import type { ImportProgress } from '@/lib/wallet/import-accounts'

const barWidth = 30
const redrawMs = 200

const verbs = { reading: 'Reading and checking', checking: 'Looking for duplicates', storing: 'Storing' }

/** Shows the progress of an import: a bar on a terminal, nothing elsewhere. */
export function createProgressView(output: NodeJS.WriteStream): {
  show(progress: ImportProgress): void
  clear(): void
} {
  const terminal = output.isTTY === true
  let began = Date.now()
  let shownAt = 0
  let step = ''
  return {
    show(progress) {
      const time = Date.now()
      if (!terminal || (time - shownAt < redrawMs && progress.step === step)) return
      // The rate is that of the current step.
      if (progress.step !== step && step !== '') began = time
      shownAt = time
      step = progress.step
      const text = describeProgress(progress, (time - began) / 1000)
      output.write(`\r\u001b[2K${text.slice(0, (output.columns ?? 80) - 1)}`)
    },
    clear() {
      if (terminal) output.write('\r\u001b[2K')
    },
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
