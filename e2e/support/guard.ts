import type { BrowserContext, ConsoleMessage } from '@playwright/test'

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
