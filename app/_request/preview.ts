import { redirect } from 'next/navigation'
import type { CurrentDeveloper } from '@/app/_request/session'
import { findPendingAct, keepAct } from '@/lib/identity/pending-act'

/** Seconds in which someone reads what they are about to publish. */
const previewSeconds = 3600

/** Keeps a valid form, and leads to its preview below `page`: another form there publishes what was kept. */
export async function leadToPreview(
  { sessionId }: CurrentDeveloper,
  page: string,
  form: FormData,
): Promise<never> {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  const kept = { act: 'preview', given: [page], fields, page: keyOf(page), values: {}, version: '' }
  await keepAct(sessionId, kept, previewSeconds)
  redirect(`${page}/preview`)
}

/**
 * The form that waits on the preview below `page`: its fields, none if it waited for over an hour, and its id. The
 * preview publishes with that id: another form, which another tab previews, has another.
 */
export async function findPreviewed({ sessionId }: CurrentDeveloper, page: string) {
  const kept = await findPendingAct(sessionId, keyOf(page))
  return { id: kept?.id ?? '', fields: Object.fromEntries(kept?.fields ?? []) }
}

/** No path: `/confirm` never takes a preview for an act. */
function keyOf(page: string): string {
  return `preview of ${page}`
}
