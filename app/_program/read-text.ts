import { readBodyChunks } from '@/app/_request/read-body'
import type { UploadRoute } from '@/lib/uploads'

/**
 * A body as text.
 * @throws BodyRefusal beyond the maximum of `route`
 * @throws TypeError unless it is UTF-8
 */
export async function readText(request: Request, route: UploadRoute): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  for await (const bytes of readBodyChunks(request, route)) text += decoder.decode(bytes, { stream: true })
  return text + decoder.decode()
}
