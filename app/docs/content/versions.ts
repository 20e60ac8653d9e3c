import type { DocsPage, Words } from './blocks'
import { readPage } from './read-file'

/** What code may rely on, and how new versions are released. */
export function describeVersions(words: Words): DocsPage {
  return describeFile('versions', words)
}

/** What changed in the API; operators read CHANGELOG.md. */
export function describeChangelog(words: Words): DocsPage {
  return describeFile('changelog', words)
}

function describeFile(name: 'versions' | 'changelog', { t, locale }: Words): DocsPage {
  return { ...readPage(name, locale), path: `/docs/${name}`, above: [{ path: '/docs', title: t('title') }] }
}
