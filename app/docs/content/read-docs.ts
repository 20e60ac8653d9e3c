import { notFound } from 'next/navigation'
import type { DocsPage } from './blocks'
import { describeDocs, describeSections } from './pages'
import { readWords } from './words'

/** The documentation in the reader's language. */
export async function readDocs() {
  const words = await readWords()
  return { words, sections: describeSections(words) }
}

/** A page and the ones before and after it in reading order; 404 for a path without a page. */
export async function requirePage(path: string) {
  const { words, sections } = await readDocs()
  const pages = sections.flatMap((section) => section.pages)
  const page = describeDocs(words).find((each) => each.path === path)
  if (!page) notFound()
  // One quick start stands for those in other languages.
  const place = path.replace(/^(\/docs\/quick-start)\/.*/, '$1')
  const index = pages.findIndex((each) => each.path === place)
  const next: DocsPage | undefined = index < 0 ? undefined : pages[index + 1]
  return { page, previous: pages[index - 1], next }
}
