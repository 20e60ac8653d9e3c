import { describeReference } from './api-reference'
import type { DocsPage, Words } from './blocks'
import { describeErrorIndex, describeErrorPages } from './error-pages'
import { describeGuide } from './guide'
import { describeChangelog, describeVersions } from './versions'

/** Every page of the documentation, in reading order. Add new pages here. */
export function describeDocs(words: Words): DocsPage[] {
  return [
    describeGuide(words),
    describeReference(words),
    describeErrorIndex(words),
    ...describeErrorPages(words),
    describeVersions(words),
    describeChangelog(words),
  ]
}
