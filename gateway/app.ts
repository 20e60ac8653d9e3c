import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { writeMeterBatch } from '@/lib/usage/commands'
import { networksInBatch } from '@/lib/usage/meter'
import type { Gateway } from './context'
import type { GatewayOptions } from './options'
import { type GatewayService, production, sandbox } from './routes'
import { createGatewayServer } from './server'

/** A gateway that does not listen yet, and how to close it. */
export type RunningGateway = {
  server: Server
  context: Gateway
  /** Writes a batch of the current meter counts; false if that failed. */
  flushMeters(): Promise<boolean>
  /** Finishes requests in flight, closes idle connections and writes the last meters. The caller closes the pool. */
  close(): Promise<void>
}

const flushInterval = 1000
/** Counts that no one waits for are written once a minute. */
const wholeInterval = 60_000
const drainMilliseconds = 3500

/** Builds the gateway of one environment. */
export function createGateway(options: GatewayOptions): RunningGateway {
  return options.environment === 'sandbox' ? open(options, sandbox) : open(options, production)
}

function open<G extends Gateway>(options: GatewayOptions, service: GatewayService<G>): RunningGateway {
  const context = service.createContext(options)
  const { server, closeIdleConnections, closeAllConnections } = createGatewayServer(context, service)
  const { flush: flushMeters, flushDue } = createFlush(context)
  const timer = setInterval(flushDue, flushInterval)
  timer.unref()
  context.deprecations.start()

  async function close(): Promise<void> {
    context.draining = true
    if (options.drain) await pause(options.drain)
    const closed = new Promise((resolve) => server.close(resolve))
    closeIdleConnections()
    const idle = setInterval(closeIdleConnections, 50)
    const late = setTimeout(closeAllConnections, drainMilliseconds)
    if (server.listening || context.inFlight > 0) await closed
    clearInterval(idle)
    clearTimeout(late)
    clearInterval(timer)
    context.deprecations.stop()
    while (!context.meter.isEmpty() && (await flushMeters()));
    context.limitStore?.close()
  }

  return { server, context, flushMeters, close }
}

/** One batch at a time; a batch that could not be written stays in memory. `flush` waits for one that is running. */
function createFlush({ environment, meter, pool, metrics, logTrouble }: Gateway) {
  let running: Promise<boolean> | undefined
  let wholeAt = performance.now()
  async function write(whole: boolean): Promise<boolean> {
    const batch = meter.take(whole)
    if (whole && batch.networks.length < networksInBatch) wholeAt = performance.now()
    try {
      await writeMeterBatch(pool, environment, batch)
      return true
    } catch (error) {
      meter.giveBack(batch)
      metrics.meterFlushFailures.inc({})
      logTrouble('meters', error)
      return false
    }
  }
  function start(whole: boolean): Promise<boolean> {
    running ??= write(whole).finally(() => {
      running = undefined
    })
    return running
  }
  return {
    flushDue: () => start(performance.now() - wholeAt >= wholeInterval),
    async flush(): Promise<boolean> {
      await running
      return start(true)
    },
  }
}
