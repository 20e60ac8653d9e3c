import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeVersion } from '@/lib/version'
import manifest from '@/package.json' with { type: 'json' }
import { runGuichet } from '@/test/guichet'
import { temporaryFolder } from '@/test/resources'
import { findCommit } from './commit.mjs'
import { projectRoot } from './root'

const folder = temporaryFolder()

function commitIn(root: string): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
  git('init', '--quiet')
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
  git(...author, 'commit', '--quiet', '--allow-empty', '--message=Test')
  return git('rev-parse', 'HEAD').trim()
}

test('a build has the commit that it is given, else that of its own repository, else none', () => {
  const own = join(folder, 'repository')
  const within = join(own, 'within')
  mkdirSync(within, { recursive: true })
  const head = commitIn(own)
  for (const [root, given, commit] of [
    [own, '', head.slice(0, 8)],
    [own, '094bde37'.padEnd(40, 'a'), '094bde37'],
    [within, '', 'unknown'],
    [within, '094BDE3', '094bde3'],
    [within, 'main; echo', 'unknown'],
  ] as const)
    expect([root, given, findCommit(root, given)]).toEqual([root, given, commit])
})

test.each([
  ['0.3.0-dev', '094bde37', '0.3.0-dev+094bde37'],
  ['0.3.0-dev', undefined, '0.3.0-dev+unknown'],
  ['0.3.0', '094bde37', '0.3.0'],
])('the version of %s, built from %s, is %s', (release, commit, version) => {
  expect(describeVersion(release, commit)).toBe(version)
})

test('a built program knows its commit, whatever its environment says later', async () => {
  const { code, out } = await runGuichet(['--version'], { GUICHET_COMMIT: 'another' })
  expect([code, out.trim()]).toEqual([0, describeVersion(manifest.version, findCommit(projectRoot))])
})
