import type { Metadata } from 'next'
import { describeGuide } from './content/guide'
import { readWords } from './content/words'
import { DocsPageView, metadataOf } from './view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  const words = await readWords()
  return { ...metadataOf(describeGuide(words)), description: words.t('description') }
}

export default async function GuidePage() {
  return <DocsPageView page={describeGuide(await readWords())} />
}
