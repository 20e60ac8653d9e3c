import type { Metadata } from 'next'
import { findCurrentDeveloper } from '@/app/_request/session'
import { listRunnable } from '@/lib/applications/queries'
import { groupPath } from '../../../content/api-reference'
import { requirePage } from '../../../content/read-docs'
import { RunForm } from '../../../reference/run-form'
import { DocsPageView, metadataOf } from '../../../view/page-view'

type Props = { params: Promise<{ group: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf((await requirePage(groupPath((await params).group))).page)
}

/** The endpoints of one group, each with a form that calls it for signed-in developers. */
export default async function GroupPage({ params }: Props) {
  const found = await requirePage(groupPath((await params).group))
  const developer = await findCurrentDeveloper()
  const applications = developer && (await listRunnable(developer.id))
  return (
    <DocsPageView
      {...found}
      run={(operation) => (
        <RunForm operation={operation} path={found.page.path} applications={applications} />
      )}
    />
  )
}
