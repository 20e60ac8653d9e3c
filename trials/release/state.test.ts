import { expect, test } from 'vitest'
import { findMissing } from './state'

const composeOf = (version: string) => `image: guichet:\${GUICHET_VERSION:-${version}}`
const ready = {
  version: '1.2.0',
  changelog: '# Changelog\n\n## 1.2.0 (3 March 2027)\n\n## 1.1.0 (1 January 2027)\n',
  compose: composeOf('1.2.0'),
  kustomization: 'images:\n  - { name: guichet, newTag: 1.2.0 }\n',
  changes: '',
  tags: 'v1.0.0\nv1.1.0\n',
}

test('nothing is missing for a release that is ready', () => {
  expect(findMissing(ready)).toEqual([])
})

test.each([
  ['changes', { changes: ' M README.md\n' }, 'not committed'],
  ['a tag', { tags: 'v1.2.0\n' }, 'released already'],
  ['no section', { changelog: '## 1.20 (3 March 2027)\n' }, 'no section "## 1.2.0'],
  ['no date', { changelog: '## 1.2.0\n' }, 'no section "## 1.2.0'],
  ['an open section', { changelog: `## Unreleased\n\n${ready.changelog}` }, '"Unreleased"'],
  [
    'an older section',
    { changelog: `# Changelog\n\n## 1.3.0 (4 March 2027)\n${ready.changelog}` },
    'newest section',
  ],
  ['another image', { compose: composeOf('1.1.0') }, 'compose.yaml'],
  ['another tag', { kustomization: 'newTag: 1.2.0-rc1 }' }, 'kustomization.yaml'],
])('%s is reported', (_, given, sentence) => {
  expect(findMissing({ ...ready, ...given })).toEqual([expect.stringContaining(sentence)])
})
