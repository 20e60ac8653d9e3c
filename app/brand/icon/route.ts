import { brandColours } from '@/lib/branding/accent'
import { initialOf } from '@/lib/branding/default-logo'
import { findBranding, findLogo } from '@/lib/branding/queries'
import type { Branding } from '@/lib/branding/schema'
import { escapeHtml } from '@/lib/html'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

const headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cache-Control': 'public, max-age=300',
}

/** The icon of browser tabs: the operator's logo, else the product's initial. */
export async function GET(): Promise<Response> {
  const logo = await findLogo()
  if (logo)
    return new Response(new Uint8Array(logo.bytes), { headers: { ...headers, 'Content-Type': 'image/png' } })
  const svg = drawIcon(await findBranding())
  return new Response(svg, { headers: { ...headers, 'Content-Type': 'image/svg+xml; charset=utf-8' } })
}

function drawIcon({ productName, accentColour }: Branding): string {
  const { brand, brandInk } = brandColours(accentColour)
  const initial = escapeHtml(initialOf(productName))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brand}"/><text x="16" y="22.5" fill="${brandInk}" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle">${initial}</text></svg>`
}
