import type { Metadata } from 'next'
import { describeErrorIndex } from '../content/error-pages'
import { readWords } from '../content/words'
import { DocsPageView, metadataOf } from '../view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(describeErrorIndex(await readWords()))
}

export default async function ErrorCodesPage() {
  return <DocsPageView page={describeErrorIndex(await readWords())} />
}
