export const dynamic = 'force-dynamic'

/** Alive: this process answers. */
export function GET() {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } })
}
