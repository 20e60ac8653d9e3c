import type { Instrumentation } from 'next'

/**
 * Logs one line for each error, with its request's id. The route's pattern, never its path: a path may hold a link. The
 * portal's server learns of an outage here, and responds 503.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { createLogger } = await import('@/lib/logger')
    const { isOutage } = await import('@/lib/outage')
    const { noteOutage } = await import('@/lib/request')
    if (isOutage(error)) noteOutage()
    const { message, digest } = error as { message?: string; digest?: string }
    const { method } = request
    createLogger('portal').error(
      { method, route: context.routePath, digest, error: message },
      'a request failed',
    )
  }
}
