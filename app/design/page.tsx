import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Shell } from '@/app/_request/shell'
import { Controls } from '@/app/design/controls'
import { Colours, Type } from '@/app/design/foundations'
import { Feedback, Structure } from '@/app/design/pieces'
import { PageHeader } from '@/components/ui/page-header'

export const metadata: Metadata = { title: 'Design system', robots: { index: false } }

/**
 * Every primitive of `components/ui` on one page, in the theme and language chosen above. For those who build
 * the portal: it exists in development only, and in English only.
 */
export default function DesignPage() {
  if (process.env.NODE_ENV === 'production') notFound()
  return (
    <Shell>
      <PageHeader title="Design system" breadcrumbs={[{ href: '/', label: 'Guichet' }]}>
        <p>
          Colours are roles with a light and a dark value. An environment is always colour, word and icon.
          Everything here works without JavaScript; what cannot (copying, showing a password) is not offered
          without it.
        </p>
      </PageHeader>
      <div className="grid gap-8">
        <Colours />
        <Type />
        <Controls />
        <Feedback />
        <Structure />
      </div>
    </Shell>
  )
}
