import { feature } from '@/lib/feature'

const audit = [
  'application.limit_approved',
  'application.limit_rejected',
  'application.limit_request_withdrawn',
  'application.limit_requested',
  'application.networks_approved',
  'application.networks_changed',
  'application.networks_rejected',
  'application.networks_request_withdrawn',
  'application.networks_requested',
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const quotaRequestsFeature = feature({
  audit,
  auditGroup: 'decisions',
  grants: {
    portal: ['SELECT, INSERT, UPDATE ON limit_request, network_request'],
  },
  waiting: { queue: async () => (await import('./queries')).countWaitingRequests() },
})
