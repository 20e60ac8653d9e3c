import type { BrowserContext, ConsoleMessage } from '@playwright/test'
import { waitUntil } from '@/lib/timeout'

/** Collects what no page may do: log errors to the console, throw, or contact another host. */
export function watch(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusedUpload(message))
      complaints.push(`console of ${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => {
    complaints.push(`error in ${error.page()?.url()}: ${error.error().message}`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost')
      complaints.push(`request to another host: ${request.url()}`)
  })
  return complaints
}

/** The page explains why a file was refused; Chromium also reports the status of that response. */
function isRefusedUpload(message: ConsoleMessage): boolean {
  return (
    /\/validation\/documents$/.test(message.location().url) &&
    message.text().startsWith('Failed to load resource')
  )
}

/**
 * Makes every page of the context wait, once opened, until React listens: keys, files and drops before that
 * are lost.
 */
export function waitForScripts(context: BrowserContext): void {
  context.on('page', (page) => {
    const goto = page.goto.bind(page)
    page.goto = async (...where) => {
      const response = await goto(...where)
      await waitUntil(() => page.evaluate(isListening).catch(() => page.isClosed()), 45_000, 20)
      return response
    }
  })
}

/** Whether React has taken the page over and, as far as that matters, has nothing left to do. */
async function isListening(): Promise<boolean> {
  if (!document.querySelector('script[src*="/_next/"]')) return true
  if (!Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))) return false
  await new Promise((idle) => requestIdleCallback(idle, { timeout: 500 }))
  return true
}
