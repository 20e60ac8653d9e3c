import type { BrowserContext } from '@playwright/test'

/** Collects what no page may do: complain in the console, throw, or talk to another host. */
export function watch(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console of ${message.page()?.url()}: ${message.text()}`)
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
