import { redirect } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { attachment, streamOf } from '@/app/_request/document-response'
import { queryChoice, queryReader } from '@/app/_request/query'
import { requireAdministrator } from '@/app/_request/session'
import { withQuery } from '@/components/query'
import { type AuditFormat, auditFormats, auditHeading, formatAuditRow } from '@/lib/audit/export'
import { type AuditFilter, readAudit } from '@/lib/audit/queries'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { recordAuditExport } from '@/lib/lifecycle/export-developer'
import { readSearch, resolveSearch } from '../filter'

const types: Record<AuditFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

const readFormat = queryReader({ format: queryChoice(auditFormats) })

/** Streams the results of the search, oldest first: however long the log is, a thousand rows are in memory. */
export async function GET(request: NextRequest): Promise<Response> {
  const { actor } = await requireAdministrator()
  const query = Object.fromEntries(request.nextUrl.searchParams)
  const { format = 'csv' } = readFormat(query)
  const search = readSearch(query)
  const { filter, problems } = await resolveSearch(search)
  if (problems.length > 0) redirect(withQuery('/administration/audit', search))
  await execute(recordAuditExport, { actor, input: { format } })
  const day = now().toISOString().slice(0, 10)
  const body = streamOf(write(filter, format)).pipeThrough(new TextEncoderStream())
  return new Response(body, {
    headers: { 'Content-Type': types[format], ...attachment(`audit-${day}.${format}`) },
  })
}

async function* write(filter: AuditFilter, format: AuditFormat): AsyncGenerator<string> {
  yield auditHeading(format)
  for await (const rows of readAudit(filter)) yield rows.map((row) => formatAuditRow(row, format)).join('')
}
