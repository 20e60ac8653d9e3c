import { z } from 'zod'
import { auditFormats } from '@/lib/audit/export'
import { command } from '@/lib/commands/command'
import { done } from '@/lib/result'

/** The export itself is audited too. */
export const recordAuditExport = command({
  right: 'administrator',
  input: z.object({ format: z.enum(auditFormats) }),
  audit: 'audit.exported',
  async run({ input: { format }, record }) {
    record({ type: 'audit_log', id: 'audit_log' }, { format })
    return done(undefined)
  },
})
