import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })

function named(name: string) {
  return files
    .filter((file) => file.endsWith(`/${name}`))
    .map((file): [string, string] => [file, readFileSync(join(import.meta.dirname, file), 'utf8')])
}

/** The body of each exported function, up to the next one. */
function exportedFunctions(source: string) {
  return source
    .split(/^export (?:default )?async function /m)
    .slice(1)
    .filter((text) => !text.startsWith('generateMetadata'))
}

describe.each([...named('page.tsx'), ...named('route.ts')])('%s', (_file, source) => {
  test('requires an administrator before it reads anything', () => {
    const bodies = exportedFunctions(source)
    expect(bodies).toHaveLength(1)
    const first = bodies[0]?.split('\n').find((line) => line.includes('await')) ?? ''
    expect(first).toContain('await requireAdministrator()')
  })
})

describe.each(named('actions.ts'))('%s', (file, source) => {
  // These give no one access, and can be undone.
  const unconfirmed =
    /^administration\/(outbox|alerts|accounts|branding|terms|announcements|rehearsal)\//.test(file)

  test.each(exportedFunctions(source).map((body): [string, string] => [body.split('(')[0] ?? '', body]))(
    '%s asks for an administrator first, and goes through submit or press, which check the origin',
    (name, body) => {
      // `runAdminAction` does both.
      if (/return runAdminAction\(\s*form,/.test(body)) return expect(body).not.toContain('await ')
      const first = body.split('\n').find((line) => line.includes('await')) ?? ''
      expect(first).toMatch(/await require(Actor|Administrator|Holder)\(/)
      if (!unconfirmed && name !== 'saveLimit') expect(body).toMatch(/confirmed\(|\bact\)/)
      expect(body).toMatch(
        /return (submit\((form|withoutFiles\(form\)), |press(<string>)?\(form, |(add|press|rotate)Webhook\(form, )/,
      )
    },
  )
})

test('an action on a developer or application is confirmed first, then goes through submit', () => {
  const source = readFileSync(join(import.meta.dirname, '../_request/admin-action.ts'), 'utf8')
  const [body = ''] = exportedFunctions(source)
  expect(body).toMatch(/await requireActor\(\)\n {2}return submit\(form, [^=]*=>\n {4}confirmed\(/)
})

test('there are actions to check', () => {
  expect(named('page.tsx').length).toBeGreaterThan(8)
  expect(named('actions.ts').length).toBeGreaterThan(4)
})
