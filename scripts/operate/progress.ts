const redrawMs = 200
const logMs = 30_000

/**
 * Progress in one line: rewritten on a terminal, written again every half minute elsewhere, as in a log, so
 * that what ends sooner leaves no line there.
 */
export function createLine(output: NodeJS.WriteStream = process.stderr) {
  const { isTTY, columns = 80 } = output
  let shownAt = isTTY ? Number.NEGATIVE_INFINITY : performance.now()
  return {
    /** @param isNew shows it on a terminal however recent the previous one is */
    show(makeText: () => string, isNew = false): void {
      const time = performance.now()
      if (time - shownAt < (isTTY ? (isNew ? 0 : redrawMs) : logMs)) return
      shownAt = time
      output.write(isTTY ? `\r\x1b[K${makeText().slice(0, columns - 1)}` : `${makeText()}\n`)
    },
    end(): void {
      if (isTTY) output.write('\r\x1b[K')
    },
  }
}

/** Shows how much of something is done, with {@link createLine}. */
export function createProgress() {
  const { show, end } = createLine()
  let current = ''
  return {
    show(what: string, done: number, total: number): void {
      show(() => `${what}: ${done} of ${total}`, what !== current)
      current = what
    },
    end,
  }
}
