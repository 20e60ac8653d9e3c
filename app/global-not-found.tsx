import type { Metadata } from 'next'
import { AccessDenied, titleOfRefusal } from '@/app/_request/refusal'
import { PublicShell } from '@/app/_request/shell'
import RootLayout, { generateMetadata as describeRoot } from './layout'

export async function generateMetadata(): Promise<Metadata> {
  const root = await describeRoot()
  const { title } = await titleOfRefusal('notFound')
  return { ...root, title: `${title} · ${root.applicationName}` }
}

/**
 * For URLs outside every area; each area has a "not found" page within its frame. A `not-found.tsx` in this folder
 * would be rendered with its whole frame for every page, twice.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <PublicShell>
        <AccessDenied why="notFound" />
      </PublicShell>
    </RootLayout>
  )
}
