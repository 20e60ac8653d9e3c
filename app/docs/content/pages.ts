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

type Documentation = { sections: DocsSection[]; pages: DocsPage[] }

/** By language. Describing it fills 600 samples, 15 ms of CPU time, and depends on nothing else but the settings. */
const described = new Map<string, Documentation>()

/** The documentation in reading order, except the pages of single errors. */
export function describeSections(words: Words): DocsSection[] {
  return recall(words).sections
}

/** Every page of the documentation, the overview first. */
export function describeDocs(words: Words): DocsPage[] {
  return recall(words).pages
}

function recall(words: Words): Documentation {
  const documentation = described.get(words.locale) ?? describeAnew(words)
  described.set(words.locale, documentation)
  return documentation
}

/** Add new pages here. */
function describeAnew(words: Words): Documentation {
  const files = (names: GuideFile[]) => names.map((name) => describeGuidePage(name, words))
  const sections: DocsSection[] = [
    { id: 'start', pages: files(['overview']) },
    { id: 'quickStarts', pages: describeQuickStarts(words) },
    { id: 'guide', pages: files(guide) },
    { id: 'reference', pages: describeReference(words) },
    { id: 'more', pages: files(['versions', 'changelog']) },
  ]
  return { sections, pages: [...sections.flatMap(({ pages }) => pages), ...describeErrorPages(words)] }
}
