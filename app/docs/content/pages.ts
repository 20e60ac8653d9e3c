import { describeReference } from './api-reference'
import type { DocsPage, Words } from './blocks'
import { describeErrorPages } from './error-pages'
import { describeGuidePage, type GuideFile } from './guide'
import { describeQuickStarts } from './quick-starts'

/** Pages that the navigation lists together. */
export type DocsSection = { id: 'start' | 'quickStarts' | 'guide' | 'reference' | 'more'; pages: DocsPage[] }

const guide: GuideFile[] = [
  'tokens',
  'keys',
  'addresses',
  'client',
  'balances',
  'errors',
  'limits',
  'test-accounts',
  'rehearsal',
  'agents',
  'production',
  'webhooks',
  'teams',
  'security',
]

/** The documentation in reading order, except the pages of single errors. Add new pages here. */
export function describeSections(words: Words): DocsSection[] {
  const files = (names: GuideFile[]) => names.map((name) => describeGuidePage(name, words))
  return [
    { id: 'start', pages: files(['overview']) },
    { id: 'quickStarts', pages: describeQuickStarts(words) },
    { id: 'guide', pages: files(guide) },
    { id: 'reference', pages: describeReference(words) },
    { id: 'more', pages: files(['versions', 'changelog']) },
  ]
}

/** Every page of the documentation, the overview first. */
export function describeDocs(words: Words): DocsPage[] {
  const pages = describeSections(words).flatMap((section) => section.pages)
  return [...pages, ...describeErrorPages(words)]
}
