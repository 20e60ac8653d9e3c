import { feature, type PagesOf } from '@/lib/feature'

const staffPages = [
  { page: 'health', path: '/administration/health', group: 'service', order: 2, icon: 'HeartPulse' },
] as const

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const healthFeature = feature({
  foreignTables: ['access_token', 'application', 'client_secret', 'document', 'document_chunk'],
  grants: {
    portal: ['SELECT ON _prisma_migrations, command_run'],
    gateways: ['SELECT ON _prisma_migrations'],
    worker: ['SELECT ON command_run, _prisma_migrations'],
    feed: ['SELECT ON _prisma_migrations'],
  },
  staffPages,
})
