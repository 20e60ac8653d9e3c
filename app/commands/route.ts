import { listCommands } from '@/app/_commands/commands'
import { findByText } from '@/app/_commands/find'
import { throttledError } from '@/app/_request/form-errors'

const headers = { 'Cache-Control': 'private, no-store' }

/** The entries of the command menu. */
export async function GET(): Promise<Response> {
  return Response.json(await listCommands(), { headers })
}

/** What the text `query` finds besides them; in a body, as URLs are logged. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => null)
  if (!form) return new Response(null, { status: 400, headers })
  const found = await findByText(String(form.get('query') ?? ''))
  if (found.ok) return Response.json(found.value, { headers })
  const { error } = await throttledError(found)
  return new Response(error, {
    status: 429,
    headers: { ...headers, 'Retry-After': String(found.waitSeconds) },
  })
}
