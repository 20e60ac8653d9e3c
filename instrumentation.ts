import type { Instrumentation } from 'next'

/** Runs once when the portal starts, before its first request. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPortal } = await import('./instrumentation-node')
    await startPortal()
  }
}

export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logRequestError } = await import('./instrumentation-node')
    logRequestError(error, request.method, context.routePath)
  }
}
