import type { Instrumentation } from 'next'

/**
 * Logs one line for each error, with its request's id. The route's pattern, never its path: a path may hold a link. The
 * portal's server learns of an outage here, and responds 503; and of what the sender sent wrongly, which is no error.
 */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { createLogger, withoutQuoted } = await import('@/lib/logger')
    const { isOutage } = await import('@/lib/outage')
    const { isSendersFault, noteMalformed, markOutage, noteReached } = await import('@/lib/request-context')
    if (isOutage(error)) markOutage()
    // A handler reads its request itself.
    if (context.routeType === 'route') noteReached()
    const { message = '', digest } = error as { message?: string; digest?: string }
    const { method } = request
    const logger = createLogger('portal')
    if (isSendersFault()) {
      noteMalformed()
      return logger.info({ method, route: context.routePath }, 'a request could not be read')
    }
    logger.error(
      { method, route: context.routePath, digest, error: withoutQuoted(message).slice(0, 500) },
      'a request failed',
    )
  }
}
