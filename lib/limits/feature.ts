import { feature } from '@/lib/feature'

const audit = ['application.limit_changed'] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const limitsFeature = feature({
  audit,
  auditGroup: 'decisions',
})
