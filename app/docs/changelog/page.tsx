import type { Metadata } from 'next'
import { describeChangelog } from '../content/versions'
import { readWords } from '../content/words'
import { DocsPageView, metadataOf } from '../view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(describeChangelog(await readWords()))
}

export default async function ChangelogPage() {
  return <DocsPageView page={describeChangelog(await readWords())} />
}
