import { useTranslations } from 'next-intl'
import type { Environment } from '@/components/environment-badge'
import { PageLink } from '@/components/ui/page-link'
import { TabStrip } from '@/components/ui/tab-strip'
import type { TeamRole } from '@/generated/prisma/enums'

export type ApplicationPage =
  | 'overview'
  | 'validation'
  | 'try'
  | 'accounts'
  | 'rehearsal'
  | 'requests'
  | 'usage'
  | 'addresses'
  | 'webhooks'
  | 'team'

const paths: Record<ApplicationPage, string> = {
  overview: '',
  validation: '/validation',
  try: '/try',
  accounts: '/accounts',
  rehearsal: '/rehearsal',
  requests: '/requests',
  usage: '/usage',
  addresses: '/addresses',
  webhooks: '/webhooks',
  team: '/team',
}

/**
 * The pages of an application: only Production has a validation and allowed addresses, only the Sandbox has
 * test accounts and rehearsals, and only owners see webhooks.
 */
export function applicationPages(environment: Environment, role: TeamRole): ApplicationPage[] {
  const pages: ApplicationPage[] =
    environment === 'production'
      ? ['overview', 'validation', 'try', 'requests', 'usage', 'addresses', 'webhooks', 'team']
      : ['overview', 'try', 'accounts', 'rehearsal', 'requests', 'usage', 'webhooks', 'team']
  return role === 'owner' ? pages : pages.filter((page) => page !== 'webhooks')
}

export function applicationPath(id: string, page: ApplicationPage): string {
  return `/applications/${id}${paths[page]}`
}

/** Tabs for the pages of one application. Server component. */
export function ApplicationNav({
  id,
  environment,
  role,
  current,
}: {
  id: string
  environment: Environment
  role: TeamRole
  current?: ApplicationPage
}) {
  const t = useTranslations('applications.nav')
  return (
    <nav aria-label={t('label')} className="no-print mb-8 border-line border-b">
      <TabStrip>
        {applicationPages(environment, role).map((page) => (
          <li key={page} className="shrink-0">
            <PageLink
              href={applicationPath(id, page)}
              aria-current={page === current ? 'page' : undefined}
              className="inline-flex min-h-10 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
            >
              {t(page)}
            </PageLink>
          </li>
        ))}
      </TabStrip>
    </nav>
  )
}
