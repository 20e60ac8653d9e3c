import type { Metadata } from 'next'
import { readDocs, requirePage } from '../content/read-docs'
import { DocsPageView, metadataOf } from '../view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await readDocs()
  return { ...metadataOf((await requirePage('/docs')).page), description: words.t('description') }
}

export default async function OverviewPage() {
  return <DocsPageView {...(await requirePage('/docs'))} />
}
