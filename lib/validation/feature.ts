import { feature, type PagesOf } from '@/lib/feature'
import { decisionActions } from './schema'

const audit = [
  ...decisionActions,
  'approval.proof_failed',
  'approval.proven',
  'organisation.document_expired',
  'organisation.document_expiring',
  'reason_template.added',
  'reason_template.changed',
  'reason_template.removed',
  'requirement.added',
  'requirement.changed',
  'requirement.moved',
  'requirement.put_in_force',
  'requirement.retired',
  'requirement.template_removed',
  'requirement.template_set',
  'submission.claimed',
  'submission.exported',
  'submission.message_sent',
  'submission.note_kept',
  'submission.opened',
  'submission.released',
  'submission.submitted',
  'submission.withdrawn',
] as const

const staffPages = [
  { page: 'queue', path: '/review', group: 'review', order: 1, icon: 'ClipboardCheck', forReviewers: true },
  { page: 'templates', path: '/review/templates', group: 'review', order: 2, icon: 'MessageSquareText' },
  { page: 'requirements', path: '/review/requirements', group: 'review', order: 3, icon: 'FileCheck' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    submission: true
    requirement: true
    reason_template: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const validationFeature = feature({
  audit,
  auditGroup: [
    ['requirement.', 'settings'],
    ['reason_template.', 'settings'],
    ['organisation.', 'applications'],
    ['', 'decisions'],
  ],
  foreignTables: [
    'application',
    'application_member',
    'audit_entry',
    'developer',
    'document',
    'organisation',
  ],
  metrics: [
    {
      name: 'guichet_submissions_waiting',
      help: 'Submissions that reviewers have not decided',
      statement: `SELECT count(*) AS value FROM submission WHERE state = 'in_validation'`,
    },
    {
      name: 'guichet_submissions_overdue',
      help: 'Submissions that reviewers promised to decide before now',
      statement: `SELECT count(*) AS value FROM submission WHERE state = 'in_validation' AND due_at < now()`,
    },
  ],
  checks: {
    submissions: `
      SELECT CASE WHEN count(*) > 0 THEN 'overdue' ELSE 'good' END AS outcome, count(*)::int AS count
      FROM submission WHERE state = 'in_validation' AND due_at < now()`,
  },
  jobs: {
    'prove-approval': {
      run: async ({ payload }) => (await import('./activation-check')).checkActivation(payload),
    },
    'resume-proofs': {
      at: '* * * * *',
      run: async () => (await import('./activation-check')).resumeActivationChecks(),
    },
    // Checks whether a business day has begun; missed runs are made up for one by one when the worker starts late.
    'remind-overdue': {
      at: '*/15 * * * *',
      backfillMs: 12 * 3_600_000,
      oneByOne: true,
      run: async ({ payload }) => (await import('./reminders')).remindOverdueSubmissions(payload),
    },
    'expire-documents': {
      at: '20 6 * * *',
      backfillMs: 12 * 3_600_000,
      run: async () => (await import('./reminders')).handleExpiringDocuments(),
    },
  },
  retention: [
    { table: 'decision_draft', where: `saved_at < now() - interval '1 day'` },
    {
      table: 'approved_access',
      where: `NOT EXISTS (SELECT FROM submission s WHERE s.id = old.submission_id AND s.state = 'in_validation')`,
    },
  ],
  grants: {
    portal: [
      'SELECT, INSERT, UPDATE ON submission, submission_requirement, requirement',
      'SELECT, INSERT ON decision, submission_message',
      'SELECT, INSERT, DELETE ON account_grant',
      'UPDATE (voided_at) ON decision',
      'SELECT, INSERT, UPDATE, DELETE ON decision_draft, approved_access, reason_template',
    ],
    gateways: ['SELECT ON account_grant'],
    worker: [
      'SELECT ON requirement, submission_requirement, decision',
      'SELECT, DELETE ON account_grant, decision_draft, approved_access',
      'SELECT, UPDATE ON submission',
      'UPDATE (voided_at) ON decision',
      'UPDATE (verdict, verdict_reason) ON submission_requirement',
    ],
    feed: ['EXECUTE ON FUNCTION delete_account_grants(bigint[])'],
  },
  rowSecurity: { byApplication: ['account_grant'] },
  staffPages,
  waiting: { queue: async () => (await (await import('./queue')).countWaiting()).waiting },
})
