import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../launch/root'
import { findBroken, findUnusedPictures, listAnchors, listMarkdown } from './markdown'

const check = (text: string) => findBroken(projectRoot, 'docs/a.md', text)

test('every Markdown file names only links, anchors, paths, scripts, commands and settings that exist', () => {
  const files = listMarkdown(projectRoot)
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'docs/operations/install.md', 'docs/runbook.md']),
  )
  const broken = files.flatMap((file) =>
    findBroken(projectRoot, file, readFileSync(join(projectRoot, file), 'utf8')),
  )
  expect(broken).toEqual([])
})

test('every picture is shown by a document, and small', () => {
  const texts = new Map(
    listMarkdown(projectRoot).map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]),
  )
  expect(findUnusedPictures(projectRoot, texts)).toEqual([])
  expect(findUnusedPictures(projectRoot, new Map([['docs/a.md', '![a](pictures/landing.png)']]))).toContain(
    'docs/pictures/console.png is shown by no document',
  )
  const pictures = join(projectRoot, 'docs/pictures')
  for (const name of readdirSync(pictures))
    expect(statSync(join(pictures, name)).size, name).toBeLessThanOrEqual(150_000)
})

test.each([
  ['[a](nothing.md)', 'docs/a.md:1: nothing.md does not exist'],
  ['![a](pictures/nothing.png)', 'docs/a.md:1: pictures/nothing.png does not exist'],
  ['![](pictures/landing.png)', 'docs/a.md:1: pictures/landing.png has no words for those who cannot see it'],
  ['[a](runbook.md#nothing)', 'docs/a.md:1: docs/runbook.md has no heading for #nothing'],
  ['line\nsee `lib/nothing.ts`', 'docs/a.md:2: lib/nothing.ts does not exist'],
  ['`npm run nothing`', 'docs/a.md:1: npm run nothing is not a script'],
  ['`npm --prefix trials run nothing`', 'docs/a.md:1: nothing is not a script of trials/'],
  ['```sh\nNO_SETTING=1\n```', 'docs/a.md:2: NO_SETTING is not a setting'],
  ['`guichet nothing`', 'docs/a.md:1: guichet nothing is not a command'],
  ['```console\n$ guichet nothing\n```', 'docs/a.md:2: guichet nothing is not a command'],
  ['set `NO_SETTING=1`', 'docs/a.md:1: NO_SETTING is not a setting'],
])('%j is reported', (text, sentence) => {
  expect(check(text)).toEqual([sentence])
})

test('what exists, placeholders and other sites are not reported', () => {
  const text = `[a](runbook.md#guichetcallsfail) [b](https://example.com/x) \`lib/env.ts\` \`lib/CONCEPT/schema.ts\`
    \`app/(portal)/…/page.tsx\` \`npm run dev\` \`npx guichet doctor\` \`SMTP_URL_FILE\` \`POSTGRES_PASSWORD\``
  expect(check(text)).toEqual([])
})

test('anchors are those of GitHub', () => {
  expect([
    ...listAnchors('# A `code`, and: more\n## Twice\n## Twice\n## Own {#mine}\n```\n# not one\n```'),
  ]).toEqual(['a-code-and-more', 'twice', 'twice-1', 'mine'])
})
