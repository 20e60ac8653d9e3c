import { feature } from '@/lib/feature'

export const auditFeature = feature({
  retention: [
    {
      table: 'audit_address',
      where: (settings) => `recorded_at < now() - interval '${settings.AUDIT_ADDRESS_RETENTION_DAYS} days'`,
    },
  ],
})
