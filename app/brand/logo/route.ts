import { findLogo } from '@/lib/branding/queries'

/** The operator's identity is read on each request; a build has no database. */
export const dynamic = 'force-dynamic'

/** The operator's logo, as it was encoded when it was saved. Its URL carries its hash, so browsers keep it. */
export async function GET(request: Request): Promise<Response> {
  const logo = await findLogo()
  if (!logo) return new Response(null, { status: 404 })
  const named = new URL(request.url).searchParams.get('v') === logo.hash
  return new Response(new Uint8Array(logo.bytes), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cache-Control': named ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })
}
