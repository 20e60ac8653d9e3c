import type { Owner } from '@/lib/audit/schema'
import { exportDeveloper } from '@/lib/lifecycle/export-developer'
import { succeed } from '@/lib/result'
import { executeAs } from '@/scripts/launch/execute-as'

/** The personal export of a developer, read to its end. */
export async function readExport(owner: Owner) {
  let text = ''
  for await (const piece of await succeed(executeAs(owner, exportDeveloper))) text += piece
  return { text, parsed: JSON.parse(text) }
}
