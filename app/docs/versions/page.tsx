import type { Metadata } from 'next'
import { describeVersions } from '../content/versions'
import { readWords } from '../content/words'
import { DocsPageView, metadataOf } from '../view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(describeVersions(await readWords()))
}

export default async function VersionsPage() {
  return <DocsPageView page={describeVersions(await readWords())} />
}
