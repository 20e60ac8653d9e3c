/** The endpoints that the reference can call, by their `operationId`. */
const runnable = ['obtainToken', 'introspectToken', 'revokeToken', 'readAccount'] as const

export type Runnable = (typeof runnable)[number]

export function isRunnable(operation: string): operation is Runnable {
  return (runnable as readonly string[]).includes(operation)
}
