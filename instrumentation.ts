import type { Instrumentation } from 'next'

/** One line for each error, with its request's id. The route's pattern, never its path: a path may hold a link. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { createLogger } = await import('@/lib/logger')
    const { message, digest } = error as { message?: string; digest?: string }
    const { method } = request
    createLogger('portal').error(
      { method, route: context.routePath, digest, error: message },
      'a request failed',
    )
  }
}
