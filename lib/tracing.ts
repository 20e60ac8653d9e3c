import { hostname } from 'node:os'
import type { TextMapPropagator, Tracer } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import { getSettings } from './env'
import { remember } from './remember'
import { version } from './version'

/** The exporter of a process's spans; exists only if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export type Tracing = {
  api: typeof import('@opentelemetry/api')
  tracer: Tracer
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

const scope = 'guichet'
const started = remember<{ tracing?: Tracing }>('guichetTracing', () => ({}))

/**
 * Starts sending spans to a collector (OTLP over HTTP, JSON), once per process. Nothing of OpenTelemetry is loaded
 * unless the endpoint is set.
 * @param service `portal`, `worker` or the environment of a gateway
 * @param logger logs when spans cannot be sent
 */
export async function startTracing(service: string, logger: Logger): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = getSettings()
  if (!endpoint) return undefined
  const [api, core, sdk, { OTLPTraceExporter }, { resourceFromAttributes }, hooks] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/context-async-hooks'),
  ])
  const sampled = new sdk.TraceIdRatioBasedSampler(share)
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': `guichet-${service}`,
      'service.version': version,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    // A caller may request that nothing is recorded, but not more than our share.
    sampler: new sdk.ParentBasedSampler({ root: sampled, remoteParentSampled: sampled }),
    spanProcessors: [keepSecrets(new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url })))],
  })
  const logFailure = (message: string) => logger.warn({ cause: message }, 'traces could not be sent')
  const quiet = () => {}
  api.diag.setLogger(
    { error: logFailure, warn: logFailure, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  api.trace.setGlobalTracerProvider(provider)
  api.propagation.setGlobalPropagator(withoutTracestate(new core.W3CTraceContextPropagator()))
  started.tracing = { api, tracer: provider.getTracer(scope), stop: () => provider.shutdown() }
  return started.tracing
}

/** Runs `work` in its own span; without tracing it only runs `work`. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  const tracing = started.tracing
  if (!tracing) return work()
  const { api, tracer } = tracing
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await work()
    } catch (error) {
      // Next throws its redirects and refusals, with a digest. The message may contain anything, so it is not exported.
      if (!(error instanceof Error && 'digest' in error)) span.setStatus({ code: api.SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/**
 * The `traceparent` header of the active span, for a call to another process (W3C Trace Context); none
 * without tracing.
 */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  const api = started.tracing?.api
  api?.propagation.inject(api.context.active(), headers)
  return headers
}

/**
 * A `tracestate` is text of the caller's choice, and would reach spans, the comments of statements and the
 * database's log.
 */
function withoutTracestate(w3c: TextMapPropagator): TextMapPropagator {
  return {
    inject: (context, carrier, setter) => w3c.inject(context, carrier, setter),
    extract: (context, carrier, getter) =>
      w3c.extract(context, carrier, {
        get: (from, name) => (name === 'traceparent' ? getter.get(from, name) : undefined),
        keys: (from) => getter.keys(from),
      }),
    fields: () => ['traceparent'],
  }
}

const harmless = new Set(['http.method', 'http.route', 'http.status_code', 'next.span_type', 'next.route'])

/** Filters spans that are not ours (Next's), whose paths contain links, URLs msisdns and errors values. */
function keepSecrets(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd: (span) => next.onEnd(span.instrumentationScope.name === scope ? span : withoutSecrets(span)),
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}

function withoutSecrets(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => harmless.has(name)),
  )
  const { 'http.method': method, 'http.route': route, 'next.span_type': type } = attributes
  const name = method ? `${method} ${route ?? ''}`.trim() : String(type ?? 'span')
  return Object.create(span, {
    name: { value: name },
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code: span.status.code } },
  })
}
