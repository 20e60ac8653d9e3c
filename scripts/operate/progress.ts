/** One line that is rewritten, on a terminal only: a log or an e-mail from cron gets the result. */
export function createProgress(output: NodeJS.WriteStream = process.stderr) {
  return {
    show(what: string, done: number, total: number): void {
      if (output.isTTY) output.write(`\r\x1b[K${what}: ${done} of ${total}`)
    },
    end(): void {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}
