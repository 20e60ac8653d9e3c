import { attachment } from '@/app/_request/document-response'
import { requireAccountHolder } from '@/app/_request/session'
import { now } from '@/lib/clock'
import { exportDeveloper } from '@/lib/lifecycle/export-developer'

/** Streams everything stored about the signed-in developer. */
export async function GET(): Promise<Response> {
  const { actor } = await requireAccountHolder()
  const pieces = await exportDeveloper(actor)
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  const name = `account-${now().toISOString().slice(0, 10)}.json`
  return new Response(body, { headers: { 'Content-Type': 'application/json', ...attachment(name) } })
}
