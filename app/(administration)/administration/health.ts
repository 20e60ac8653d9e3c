import { getSettings } from '@/lib/env'

export type Health = {
  process: 'portal' | 'sandbox' | 'production' | 'worker'
  address: string
  state: 'ready' | 'not_ready' | 'silent'
  /** until it answered */
  milliseconds: number | null
}

const patienceMilliseconds = 2000

/**
 * Asks every process whether it can serve: the gateways at the addresses that programs use, the portal and the worker
 * on this machine.
 */
export async function askProcesses(): Promise<Health[]> {
  const { LISTEN_ADDRESS, PORTAL_PORT, SANDBOX_BASE_URL, PRODUCTION_BASE_URL, METRICS_PORT } = getSettings()
  return Promise.all([
    ask('portal', `http://${reachable(LISTEN_ADDRESS)}:${PORTAL_PORT}`),
    ask('sandbox', SANDBOX_BASE_URL),
    ask('production', PRODUCTION_BASE_URL),
    ask('worker', `http://127.0.0.1:${METRICS_PORT + 3}`),
  ])
}

async function ask(process: Health['process'], origin: string): Promise<Health> {
  const address = `${origin}/readyz`
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(patienceMilliseconds)
    const response = await fetch(address, { signal, cache: 'no-store', redirect: 'error' })
    await response.body?.cancel()
    const milliseconds = Math.round(performance.now() - start)
    return { process, address, state: response.ok ? 'ready' : 'not_ready', milliseconds }
  } catch {
    return { process, address, state: 'silent', milliseconds: null }
  }
}

function reachable(listen: string): string {
  if (listen === '0.0.0.0') return '127.0.0.1'
  if (listen === '::') return '[::1]'
  return listen.includes(':') ? `[${listen}]` : listen
}
