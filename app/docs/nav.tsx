import { List } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonLook } from '@/components/ui/button-look'
import { anchorOf, guideSections } from './sections'

/** Contents of the documentation: beside the text, or folded above it on a phone. */
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
          <Contents />
        </nav>
      </details>
      <nav aria-label={t('nav.label')} className="sticky top-6 hidden lg:block">
        <Contents />
      </nav>
    </div>
  )
}

async function Contents() {
  const t = await getTranslations('docs')
  return (
    <div className="grid gap-6 text-sm">
      <Group
        title={t('nav.guide')}
        links={guideSections.map((section) => [`/docs#${anchorOf(section)}`, t(`${section}.title`)])}
      />
      <Group
        title={t('nav.more')}
        links={[
          ['/docs/reference', t('nav.reference')],
          ['/docs/errors', t('nav.errorPages')],
          ['/docs/openapi.json', t('nav.openapi')],
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
              prefetch={href.endsWith('.json') ? false : undefined}
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
