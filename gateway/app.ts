import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { writeMeterBatch } from '@/lib/usage/commands'
import { createContext, type Gateway, type GatewayOptions } from './context'
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
const drainMilliseconds = 3500

/** Builds the gateway of one environment. */
export function createGateway(options: GatewayOptions): RunningGateway {
  const context = createContext(options)
  const { server, closeIdleConnections, closeAllConnections } = createGatewayServer(context)
  const flushMeters = createFlush(context)
  const timer = setInterval(flushMeters, flushInterval)
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

/** One batch at a time; a batch that could not be written stays in memory. */
function createFlush({ meter, pool, metrics, logTrouble }: Gateway): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  async function flush(): Promise<boolean> {
    const batch = meter.take()
    try {
      await writeMeterBatch(pool, batch)
      return true
    } catch (error) {
      meter.giveBack(batch)
      metrics.meterFlushFailures.inc({})
      logTrouble('meters', error)
      return false
    }
  }
  return () => {
    running ??= flush().finally(() => {
      running = undefined
    })
    return running
  }
}
