import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { TextLink } from '@/components/ui/text-link'
import type { DocsPage, Part } from '../content/blocks'
import { plainText } from '../content/inline'
import { markdownAddress } from '../content/markdown'
import { BlockView } from './block'
import { Code } from './inline'

/** A page of the documentation in the browser. */
export function DocsPageView({ page, actions }: { page: DocsPage; actions?: ReactNode }) {
  const t = useTranslations('docs')
  return (
    <article>
      <PageHeader
        title={page.title}
        breadcrumbs={page.above.map(({ path, title }) => ({ href: path, label: title }))}
        badges={page.badges?.map((badge) => <Code key={badge}>{badge}</Code>)}
        actions={actions}
      >
        <p>{page.lead}</p>
      </PageHeader>
      <div className="grid gap-12">
        {page.parts.map((part) => (
          <PartView key={part.anchor ?? JSON.stringify(part)} part={part} />
        ))}
      </div>
      <p className="no-print mt-12 border-line border-t pt-4 text-sm">
        <TextLink href={markdownAddress(page.path)} prefetch={false}>
          {t('nav.markdown')}
        </TextLink>
      </p>
    </article>
  )
}

/** Title, description and the URL of the Markdown, for the document's head. */
export function metadataOf(page: DocsPage): Metadata {
  return {
    title: page.badges ? `${page.badges[0]}: ${page.title}` : page.title,
    description: plainText(page.lead),
    alternates: { canonical: page.path, types: { 'text/markdown': markdownAddress(page.path) } },
  }
}

function PartView({ part: { anchor, title, blocks } }: { part: Part }) {
  const content = blocks.map((block) => <BlockView key={JSON.stringify(block)} block={block} />)
  if (!anchor || !title) return <div className="grid min-w-0 gap-4">{content}</div>
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className="grid min-w-0 scroll-mt-6 gap-4 border-line border-t pt-8 first:border-0 first:pt-0"
    >
      <h2 id={`${anchor}-title`} className="text-2xl">
        {title}
      </h2>
      {content}
    </section>
  )
}
