import { List, Search } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonLook } from '@/components/ui/button-look'
import { describeGuide } from './content/guide'
import { readWords } from './content/words'

/** Contents of the documentation: next to the text, or folded above it on a phone. */
export async function DocsNav() {
  const t = await getTranslations('docs')
  return (
    <div className="no-print">
      <details className="lg:hidden">
        <summary className={buttonLook({ variant: 'secondary', size: 'small' })}>
          <List aria-hidden="true" />
          {t('nav.contents')}
        </summary>
        <nav aria-label={t('nav.label')} className="mt-3 rounded-xl border border-line bg-surface p-4">
          <SearchLink />
          <Contents />
        </nav>
      </details>
      <nav aria-label={t('nav.label')} className="sticky top-6 hidden lg:block">
        <SearchLink />
        <Contents />
      </nav>
    </div>
  )
}

async function SearchLink() {
  const t = await getTranslations('docs.search')
  return (
    <Link
      href="/docs/search"
      className="mb-6 flex min-h-10 items-center gap-2 rounded-lg border border-line-strong bg-surface px-3 text-muted text-sm hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4" />
      {t('button')}
    </Link>
  )
}

/** Unlike a page, it has nothing to prefetch. */
function isFile(href: string) {
  return /\.(json|txt)$/.test(href)
}

async function Contents() {
  const words = await readWords()
  const { t } = words
  return (
    <div className="grid gap-6 text-sm">
      <Group
        title={t('nav.guide')}
        links={describeGuide(words).parts.map(({ anchor, title }) => [`/docs#${anchor}`, title])}
      />
      <Group
        title={t('nav.more')}
        links={[
          ['/docs/reference', t('nav.reference')],
          ['/docs/errors', t('nav.errorPages')],
          ['/docs/versions', t('nav.versions')],
          ['/docs/changelog', t('nav.changelog')],
          ['/docs/openapi.json', t('nav.openapi')],
          ['/llms-full.txt', t('nav.everything')],
        ]}
      />
    </div>
  )
}

function Group({ title, links }: { title: string; links: [href: string, label: string][] }) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{title}</p>
      <ul className="border-line border-l">
        {links.map(([href, label]) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={isFile(href) ? false : undefined}
              className="-ml-px flex min-h-8 items-center border-transparent border-l-2 pl-3 text-muted hover:border-accent hover:text-ink"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
