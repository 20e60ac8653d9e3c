import { feature } from '@/lib/feature'

const audit = ['certificate.link_ended', 'certificate.shared'] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
}

export const certificatesFeature = feature({
  audit,
  auditGroup: 'applications',
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON certificate_link'],
    worker: ['SELECT ON certificate_link'],
  },
})
