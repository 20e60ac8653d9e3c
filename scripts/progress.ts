/** One line that is written over on a terminal; elsewhere at most one line every five seconds. */
export function createProgress(output: NodeJS.WriteStream = process.stderr) {
  let last = 0
  return {
    show(what: string, done: number, total: number): void {
      const line = `${what}: ${done} of ${total}`
      if (output.isTTY) output.write(`\r\x1b[K${line}`)
      else if (Date.now() - last > 5000) {
        last = Date.now()
        output.write(`${line}\n`)
      }
    },
    end(): void {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}
