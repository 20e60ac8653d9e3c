import { useTranslations } from 'next-intl'
import type { Environment } from '@/components/environment-badge'
import { PageTabs } from '@/components/ui/page-tabs'
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
  const tabs = applicationPages(environment, role).map((page) => ({
    href: applicationPath(id, page),
    label: t(page),
    current: page === current,
  }))
  return <PageTabs label={t('label')} tabs={tabs} />
}
