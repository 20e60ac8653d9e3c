/** The pages of administration and review by group, as the rail and the command menu list them. */
const staffGroups = {
  people: ['developers', 'organisations', 'roles'],
  review: ['queue', 'templates', 'requirements', 'applications', 'rehearsal'],
  messages: ['announcements', 'outbox', 'webhooks'],
  service: ['alerts', 'health', 'accounts', 'audit'],
  settings: ['branding', 'terms'],
} as const

type Group = keyof typeof staffGroups
export type StaffPage = 'overview' | (typeof staffGroups)[Group][number]

const reviewing: readonly StaffPage[] = ['queue']

/** The groups of pages that someone may open: reviewers only the queue. */
export function listStaffPages(administers: boolean): [Group, readonly StaffPage[]][] {
  return administers
    ? (Object.entries(staffGroups) as [Group, readonly StaffPage[]][])
    : [['review', reviewing]]
}

export function staffPath(page: StaffPage): string {
  if (page === 'overview') return '/administration'
  if (page === 'queue') return '/review'
  // Most of the log, and rarely what one looks for: a chip of the page shows them.
  if (page === 'audit') return '/administration/audit?hideSignIns=on'
  const reviews = [...reviewing, 'templates', 'requirements'].includes(page)
  return `/${reviews ? 'review' : 'administration'}/${page}`
}
