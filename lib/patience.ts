/**
 * Milliseconds for which a mail relay is waited for. A worker that is told to end gives a mail under way as many: cut off
 * before the relay's answer, it would go out again.
 */
export const relayPatience = 60_000

/**
 * What `work` comes to, or a rejection after `milliseconds`: a check that hangs is an answer too. The work is told by
 * its signal, so that it can let go of what it holds.
 */
export async function withPatience<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${milliseconds / 1000} s`))
      control.abort()
    }, milliseconds)
  })
  try {
    return await Promise.race([work(control.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** What went wrong, in a few words that hold no address and no password. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message?.split('\n')[0]?.slice(0, 120) ?? 'unknown'
}
