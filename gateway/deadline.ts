import { OverloadError } from '@/lib/batch'
import type { Exchange } from './exchange'

const deadlineMilliseconds = 1800

/**
 * Waits for `work`, but not past 1.8 s after the request arrived: what comes after a look-up may have to wait for the
 * database once more, and the caller is to have an answer within two seconds all the same.
 * @throws OverloadError when it is late; the work itself goes on, and nobody hears of it
 */
export async function inTime<T>({ arrivedAt }: Exchange, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const left = deadlineMilliseconds - (performance.now() - arrivedAt)
    timer = setTimeout(() => reject(new OverloadError('no answer in time')), Math.max(0, left))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
