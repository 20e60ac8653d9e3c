import type { Metadata } from 'next'
import { requirePage } from '../../content/read-docs'
import { DocsPageView, metadataOf } from '../../view/page-view'

type Props = { params: Promise<{ path: string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf((await findPage(params)).page)
}

/** Every page that only has to be read: the guide, quick starts, errors, versions. */
export default async function ReadingPage({ params }: Props) {
  return <DocsPageView {...(await findPage(params))} />
}

async function findPage(params: Props['params']) {
  return requirePage(['/docs', ...(await params).path].join('/'))
}
