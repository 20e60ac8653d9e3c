const tick = 10_000

/** Prints one line for the operator. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The output of a step while it runs: its progress, and its result. */
export type Progress = { at(detail: string): void; ended(detail: string): void }

/**
 * Runs one step of the start and shows its progress: on a terminal as a line that counts the seconds, elsewhere as a
 * line every ten seconds.
 * @throws whatever `work` throws
 */
export async function step<T>(name: string, work: (progress: Progress) => Promise<T>): Promise<T> {
  const began = performance.now()
  let detail = ''
  let end = name
  const progress = {
    at(line: string) {
      detail = line
    },
    ended(line: string) {
      end = line
    },
  }
  say(`→ ${name}`)
  const terminal = process.stdout.isTTY === true
  const timer = setInterval(() => show(terminal, began, detail), terminal ? 500 : tick)
  try {
    const result = await work(progress)
    clearInterval(timer)
    say(`${clearLine(terminal)}✓ ${end} (${seconds(began)})`)
    return result
  } catch (error) {
    clearInterval(timer)
    say(`${clearLine(terminal)}✗ ${name} (${seconds(began)})`)
    throw error
  }
}

/** Lines of name and value, the values aligned. */
export function table(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

function show(terminal: boolean, began: number, detail: string): void {
  const line = `  … ${seconds(began)} ${detail}`.trimEnd()
  if (terminal) process.stdout.write(`${clearLine(true)}${line.slice(0, (process.stdout.columns ?? 80) - 1)}`)
  else say(line)
}

function clearLine(terminal: boolean): string {
  return terminal ? '\r\u001b[2K' : ''
}

function seconds(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`
}
