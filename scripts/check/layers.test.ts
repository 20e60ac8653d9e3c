import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
// @ts-expect-error It is a plain module, without types.
import config from '@/.dependency-cruiser.mjs'
import { temporaryFolder } from '@/test/resources'

const from = 'app/(portal)/organisations/[id]/page.tsx'
const rules = {
  forbidden: config.forbidden.filter(({ name }: { name: string }) =>
    /^(routes|groups)-|^only-commands-/.test(name),
  ),
}
const folder = temporaryFolder()

/** The rules that an import between two files of a project breaks. */
async function findBroken(importing: string, imported: string): Promise<string[]> {
  const baseDir = mkdtempSync(join(folder, 'project-'))
  const content = { [importing]: `import '${join(baseDir, imported)}'`, [imported]: '' }
  for (const [file, text] of Object.entries(content)) {
    mkdirSync(dirname(join(baseDir, file)), { recursive: true })
    writeFileSync(join(baseDir, file), text)
  }
  const { output } = await cruise([importing], { baseDir, validate: true, ruleSet: rules })
  const { summary, modules } = output as ICruiseResult
  expect(modules).toHaveLength(2)
  return summary.violations.map(({ rule }) => rule.name)
}

test.each([
  [from, 'app/(portal)/applications/[id]/team/people.ts', 'routes-import-no-other-route'],
  [from, 'app/(review)/review/frame.ts', 'routes-import-no-other-route'],
  [from, 'app/docs/view/page-view.ts', 'routes-import-no-other-route'],
  ['app/docs/nav.ts', 'app/(portal)/account/page.ts', 'routes-import-no-other-route'],
  ['app/status/page.ts', 'app/docs/nav.ts', 'routes-import-no-other-route'],
  [from, 'app/(auth)/dead-link.ts', 'groups-import-no-other-group'],
  ['app/docs/nav.ts', 'app/(auth)/dead-link.ts', 'groups-import-no-other-group'],
  ['app/(auth)/sign-in/actions.ts', 'lib/mail/commands.ts', 'only-commands-and-jobs-mail'],
  ['lib/identity/sign-in.ts', 'lib/mail/commands.ts', 'only-commands-and-jobs-mail'],
])('%s may not import %s', async (importing, imported, rule) => {
  expect(await findBroken(importing, imported)).toContain(rule)
})

test.each([
  [from, 'app/(portal)/organisations/record-fields.ts'],
  [from, 'app/(portal)/shared.ts'],
  [from, 'app/_validation/documents.ts'],
  ['app/announcements.atom/route.ts', 'app/announcements/feed.ts'],
  ['app/docs/nav.ts', 'app/docs/view/page-view.ts'],
  ['lib/commands/execute.ts', 'lib/mail/commands.ts'],
])('%s may import %s', async (importing, imported) => {
  expect(await findBroken(importing, imported)).toEqual([])
})
