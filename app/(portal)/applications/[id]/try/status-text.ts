import type { ConsoleExchange } from '@/app/_console/state'

/** "200 OK", from the status line. */
export function statusText({ answer }: ConsoleExchange): string {
  return answer.head.split('\n', 1).join().replace(/^\S+ /, '').trim()
}
