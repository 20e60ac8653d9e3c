import { feature } from '@/lib/feature'

const audit = ['branding.saved'] as const

declare module '@/lib/audit/actions' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    branding: true
  }
}

export const brandingFeature = feature({
  audit,
  grants: {
    portal: ['SELECT, INSERT, UPDATE, DELETE ON branding'],
    worker: ['SELECT ON branding'],
  },
})
