import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The ids of the server actions in a build, or of the pages that a development server has compiled. */
export function findActionIds(distDir: string): string[] {
  const manifests = readdirSync(distDir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('server-reference-manifest.json'),
  )
  const ids = manifests.flatMap((file) => {
    const { node = {} } = JSON.parse(readFileSync(join(distDir, file), 'utf8')) as { node?: object }
    return Object.keys(node)
  })
  return [...new Set(ids)]
}

/** How pages of other sites send a form, and programs without an origin. */
const senders = [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as Record<string, string>[]
/** A public page, a private one, and what programs call. */
const paths = ['/', '/account', '/api/nothing']

/**
 * Posts an action as a script and as a form would, from another site and with a hidden or no origin.
 * @returns what was not refused, which is nothing
 */
export async function postFromElsewhere(portal: string, id: string): Promise<string[]> {
  const posts = paths.flatMap((path) =>
    senders.flatMap((sender) => [
      { path, headers: { ...sender, 'next-action': id }, body: '[]' },
      { path, headers: sender, body: formOf(id) },
    ]),
  )
  const outcomes = await Promise.all(
    posts.map(async ({ path, headers, body }) => {
      const response = await fetch(portal + path, { method: 'POST', headers, body, redirect: 'manual' })
      await response.text()
      return response.status === 403 ? [] : [`${response.status} ${path} ${JSON.stringify(headers)}`]
    }),
  )
  return outcomes.flat()
}

function formOf(id: string): FormData {
  const form = new FormData()
  form.set(`$ACTION_ID_${id}`, '')
  return form
}
