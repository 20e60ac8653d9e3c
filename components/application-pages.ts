import type { ApplicationState, Environment, TeamRole } from '@/generated/prisma/enums'

const settings = ['general', 'addresses', 'webhooks', 'team'] as const

export type SettingsPage = (typeof settings)[number]
export type ApplicationPage =
  | 'overview'
  | 'traffic'
  | 'try'
  | 'accounts'
  | 'rehearsal'
  | 'validation'
  | 'keys'
  | SettingsPage

/** One of those in the rail. */
type ListedPage = Exclude<ApplicationPage, SettingsPage>

const paths: Record<ApplicationPage, string> = {
  overview: '',
  traffic: '/traffic',
  try: '/try',
  accounts: '/accounts',
  rehearsal: '/rehearsal',
  validation: '/validation',
  general: '/edit',
  keys: '/keys',
  addresses: '/addresses',
  webhooks: '/webhooks',
  team: '/team',
}

export function applicationPath(id: string, page: ApplicationPage): string {
  return `/applications/${id}${paths[page]}`
}

/** One of its requests. */
export function requestPath(id: string, requestId: string): string {
  return `/applications/${id}/requests/${requestId}`
}

type Subject = { environment: Environment; state: ApplicationState; role: TeamRole }

/**
 * The pages of an application by group, as the rail lists them: those that its state can use. What was called has
 * traffic; only Production has a validation, and only the Sandbox test accounts and rehearsals.
 */
export function applicationPages({ environment, state }: Omit<Subject, 'role'>): ListedPage[][] {
  const called = state === 'active' || state === 'suspended'
  const sandbox: ListedPage[] = environment === 'sandbox' ? ['accounts', 'rehearsal'] : []
  const groups: ListedPage[][] = [
    called ? ['overview', 'traffic'] : ['overview'],
    state === 'active' ? ['try', ...sandbox] : [],
    environment === 'production' ? ['validation'] : [],
    ['keys'],
  ]
  return groups.filter((pages) => pages.length > 0)
}

/** The settings: only Production has allowed addresses, and only owners see webhooks. */
export function settingsPages({ environment, role }: Omit<Subject, 'state'>): SettingsPage[] {
  return settings.filter((page) => {
    if (page === 'addresses') return environment === 'production'
    return page !== 'webhooks' || role === 'owner'
  })
}

export function isSettingsPage(page: ApplicationPage): page is SettingsPage {
  return (settings as readonly ApplicationPage[]).includes(page)
}

/** Where an application opens: before its approval, where it is made ready for it. */
export function openingPath({ id, environment, state }: { id: string } & Omit<Subject, 'role'>): string {
  const prepares = environment === 'production' && state !== 'active' && state !== 'suspended'
  return applicationPath(id, prepares ? 'validation' : 'overview')
}
