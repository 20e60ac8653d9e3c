/** The pages below /administration, as its navigation and the command menu list them. */
export const administrationPages = [
  'overview',
  'developers',
  'applications',
  'organisations',
  'accounts',
  'roles',
  'audit',
  'outbox',
  'alerts',
  'announcements',
  'webhooks',
  'rehearsal',
  'health',
  'branding',
  'terms',
] as const
