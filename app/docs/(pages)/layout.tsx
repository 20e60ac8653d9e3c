import { List } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocsPage } from '@/app/docs/content/blocks'
import type { DocsSection } from '@/app/docs/content/pages'
import { readDocs } from '@/app/docs/content/read-docs'
import { MarkPart, NavEntry } from '@/app/docs/mark-part'
import { MethodBadge } from '@/app/docs/view/method-badge'
import { buttonLook } from '@/components/ui/button-look'

/**
 * Contents next to the page. Apart from the frame, or the build would give the documentation its own copy of
 * its scripts.
 */
export default function PagesLayout({ children }: { children: ReactNode }) {
  return (
    <div className="wide-page grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <DocsNav />
      <div className="min-w-0">{children}</div>
      <MarkPart />
    </div>
  )
}

const menu = 'docs-contents'

/** Contents of the documentation: next to the text, or a popover on a phone, which needs no script either. */
async function DocsNav() {
  const { words, sections } = await readDocs()
  const { t } = words
  const files = [
    ['/docs/openapi.json', t('nav.openapi')],
    ['/llms-full.txt', t('nav.everything')],
  ] as const
  return (
    <div className="no-print">
      <button
        type="button"
        popoverTarget={menu}
        className={`${buttonLook({ variant: 'secondary', size: 'small' })} lg:hidden`}
      >
        <List aria-hidden="true" />
        {t('nav.contents')}
      </button>
      <nav
        id={menu}
        popover="auto"
        aria-label={t('nav.label')}
        className="fixed inset-4 m-0 h-auto w-auto overflow-y-auto rounded-xl border border-line bg-surface p-4 text-ink text-sm shadow-lifted lg:sticky lg:inset-auto lg:top-6 lg:grid lg:max-h-[calc(100vh-3rem)] lg:gap-6 lg:rounded-none lg:border-0 lg:bg-transparent lg:p-0 lg:pr-2 lg:shadow-none open:grid open:gap-6"
      >
        {sections.map((section) => (
          <Section
            key={section.id}
            section={section}
            title={t(`nav.${section.id}`)}
            overview={t('nav.overview')}
            files={section.id === 'more' ? files : []}
          />
        ))}
      </nav>
    </div>
  )
}

type SectionProps = {
  section: DocsSection
  title: string
  /** The title of the first page below a heading that says the same. */
  overview: string
  /** Files, which have no page. */
  files: readonly (readonly [href: string, label: string])[]
}

function Section({ section: { id, pages }, title, overview, files }: SectionProps) {
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{title}</p>
      <ul className="border-line border-l">
        {pages.map((page, index) => (
          <li key={page.path}>
            <NavEntry href={page.path} menu={menu} above={id !== 'reference' && page.path !== '/docs'}>
              {index === 0 && (id === 'start' || id === 'reference')
                ? overview
                : page.title.replace(/: .*/, '')}
            </NavEntry>
            {id === 'reference' && <Endpoints page={page} />}
          </li>
        ))}
        {files.map(([href, label]) => (
          <li key={href}>
            <NavEntry href={href} menu={menu}>
              {label}
            </NavEntry>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The endpoints of a group, each with its method. */
function Endpoints({ page }: { page: DocsPage }) {
  const parts = page.parts.filter(({ operation }) => operation)
  if (parts.length === 0) return null
  return (
    <ul>
      {parts.map(({ anchor, title, blocks }) => (
        <li key={anchor}>
          <NavEntry href={`${page.path}#${anchor}`} menu={menu} nested>
            {blocks[0]?.kind === 'endpoint' && <MethodBadge method={blocks[0].method} />}
            {title}
          </NavEntry>
        </li>
      ))}
    </ul>
  )
}
