import type { Link, Span, TextMapGetter } from '@opentelemetry/api'
import { hideNumbers } from '@/lib/access-log'
import type { BatchRun } from '@/lib/batch'
import { detach } from '@/lib/expiring-map'
import type { Environment } from '@/lib/tokens/token'
import type { Tracing } from '@/lib/tracing'
import type { Exchange } from './exchange'
import type { Wire } from './wire/wire'

/** The span of each request in flight, for its look-ups. */
const spans = new WeakMap<Exchange, Span>()
const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT'])
/** Copies, as spans outlive the request: up to 2,048 wait to be sent. */
const headersOfWire: TextMapGetter<Wire> = {
  get: (wire, name) => detach(wire.header(name) ?? '') || undefined,
  keys: () => [],
}

/** Wraps `answer` with a span for each request, which continues the caller's trace (W3C Trace Context). */
export function traceRequests<Gateway extends { environment: Environment }>(
  { api, tracer }: Tracing,
  answer: (gateway: Gateway, exchange: Exchange) => Promise<void>,
): typeof answer {
  return async (gateway, exchange) => {
    const { wire } = exchange
    const context = api.propagation.extract(api.ROOT_CONTEXT, wire, headersOfWire)
    const method = methods.has(wire.method) ? wire.method : '_OTHER'
    const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER }, context)
    if (span.isRecording()) spans.set(exchange, span)
    await answer(gateway, exchange)
    if (!span.isRecording()) return
    const { requestId, endpoint, errorCode, applicationId } = exchange
    const path = detach(hideNumbers(exchange.path))
    // Known paths only: any other may contain text that its caller chose.
    if (endpoint !== 'unknown') span.updateName(`${method} ${path}`).setAttribute('http.route', path)
    span.setAttributes({
      'http.request.method': method,
      'http.response.status_code': wire.status ?? 0,
      'guichet.request_id': requestId,
      'guichet.environment': gateway.environment,
      'guichet.endpoint': endpoint,
    })
    if (errorCode !== null) span.setAttribute('error.type', errorCode)
    if (applicationId !== null) span.setAttribute('guichet.application_id', applicationId)
    if ((wire.status ?? 500) >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
    span.end()
  }
}

/** Wraps `run` with one span per statement: a child of the first waiting request's span, linked to all of them. */
export function traceBatches<Key, Value>(
  { api, tracer }: Tracing,
  lookup: string,
  run: BatchRun<Key, Value, Exchange>,
): BatchRun<Key, Value, Exchange> {
  return (keys, askers) => {
    const waiting = askers().flatMap((exchange) => spans.get(exchange) ?? [])
    const [first] = waiting
    if (!first) return run(keys, askers)
    const links = waiting.map((span): Link => ({ context: span.spanContext() }))
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': `find-${lookup}s`,
      'db.operation.batch.size': keys.length,
    }
    const parent = api.trace.setSpan(api.ROOT_CONTEXT, first)
    const span = tracer.startSpan(`find ${lookup}s`, { kind: api.SpanKind.CLIENT, attributes, links }, parent)
    const answers = run(keys, askers)
    answers.then(
      () => span.end(),
      () => span.setStatus({ code: api.SpanStatusCode.ERROR }).end(),
    )
    return answers
  }
}
