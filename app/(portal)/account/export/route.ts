import { notFound } from 'next/navigation'
import { attachment, streamOf } from '@/app/_request/document-response'
import { requireAccountHolder } from '@/app/_request/session'
import { now } from '@/lib/clock'
import { execute } from '@/lib/commands/execute'
import { exportDeveloper } from '@/lib/lifecycle/export-developer'

/** Streams everything stored about the signed-in developer. */
export async function GET(): Promise<Response> {
  const { actor } = await requireAccountHolder()
  const exported = await execute(exportDeveloper, { actor })
  if (!exported.ok) notFound()
  const body = streamOf(exported.value).pipeThrough(new TextEncoderStream())
  const name = `account-${now().toISOString().slice(0, 10)}.json`
  return new Response(body, { headers: { 'Content-Type': 'application/json', ...attachment(name) } })
}
