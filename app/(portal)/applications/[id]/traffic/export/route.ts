import type { NextRequest } from 'next/server'
import { requireApplication } from '@/app/_request/application'
import { attachment } from '@/app/_request/document-response'
import { now } from '@/lib/clock'
import { csvType, formatUsage } from '@/lib/usage/export'
import { findUsage } from '@/lib/usage/history'
import { choosePeriod } from '@/lib/usage/range'
import { readView } from '../filters'

type Context = { params: Promise<{ id: string }> }

/**
 * The intervals of a period as CSV (RFC 4180), those without calls included, finer than the page has them; at most
 * 1,500.
 */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { application } = await requireApplication((await params).id, 'usage')
  const { range, filter } = readView(Object.fromEntries(request.nextUrl.searchParams))
  const [begins, ends] = [filter.from, filter.to].map((at) => at?.toISOString().slice(0, 16))
  const { from, to, stepMinutes } = choosePeriod({ range, from: begins, to: ends }, now()).period
  const { points } = await findUsage(application.id, from, to, stepMinutes)
  const name = `usage-${application.clientId}-${from.toISOString().slice(0, 10)}.csv`
  return new Response(formatUsage(points), {
    headers: { 'Content-Type': csvType, ...attachment(name) },
  })
}
