import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import { buttonLook } from '@/components/ui/button-look'
import { describeReference } from '../content/api-reference'
import { readWords } from '../content/words'
import { DocsPageView, metadataOf } from '../view/page-view'

export async function generateMetadata(): Promise<Metadata> {
  return metadataOf(describeReference(await readWords()))
}

export default async function ReferencePage() {
  const words = await readWords()
  return (
    <DocsPageView
      page={describeReference(words)}
      actions={
        <a href="/docs/openapi.json" download className={buttonLook({ variant: 'secondary' })}>
          <Download aria-hidden="true" />
          {words.t('reference.download')}
        </a>
      }
    />
  )
}
