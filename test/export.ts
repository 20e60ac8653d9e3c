import { exportDeveloper } from '@/lib/lifecycle/export-developer'

/** The personal export of a developer, read to its end. */
export async function readExport(owner: Parameters<typeof exportDeveloper>[0]) {
  let text = ''
  for await (const piece of await exportDeveloper(owner)) text += piece
  return { text, parsed: JSON.parse(text) }
}
