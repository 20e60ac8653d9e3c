import type { NextRequest } from 'next/server'
import { attachment } from '@/app/_request/document-response'
import { csvCell } from '@/lib/audit/export'
import { now } from '@/lib/clock'
import { findUsage } from '@/lib/usage/history'
import type { UsagePoint } from '@/lib/usage/schema'
import { requireApplication } from '../../page-data'
import { readView } from '../address'
import { choosePeriod } from '../range'

type Context = { params: Promise<{ id: string }> }

const columns: [string, (point: UsagePoint) => number | null][] = [
  ['succeeded', ({ succeeded }) => succeeded],
  ['refused', ({ refused }) => refused],
  ['limited', ({ limited }) => limited],
  ['failed', ({ failed }) => failed],
  ['tokens_minted', ({ tokensMinted }) => tokensMinted],
  ['tokens_reused', ({ tokensReused }) => tokensReused],
  ['p50_ms', ({ p50 }) => p50],
  ['p95_ms', ({ p95 }) => p95],
  ['p99_ms', ({ p99 }) => p99],
]

/** The intervals of a period as CSV (RFC 4180), those without calls included; at most 1,500. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const { application } = await requireApplication((await params).id, 'usage')
  const view = readView(Object.fromEntries(request.nextUrl.searchParams))
  const { from, to, stepMinutes } = choosePeriod(view, now()).period
  const { points } = await findUsage(application.id, from, to, stepMinutes)
  const rows = points.map((point) => [
    point.at.toISOString(),
    ...columns.map(([, read]) => read(point) ?? ''),
  ])
  const lines = [['from', ...columns.map(([name]) => name)], ...rows].map((cells) =>
    cells.map((cell) => csvCell(String(cell))).join(','),
  )
  const name = `usage-${application.clientId}-${from.toISOString().slice(0, 10)}.csv`
  return new Response(`${lines.join('\r\n')}\r\n`, {
    headers: { 'Content-Type': 'text/csv; charset=utf-8; header=present', ...attachment(name) },
  })
}
