import { feature, type PagesOf } from '@/lib/feature'

const audit = ['rehearsal.cases_changed', 'rehearsal.ended', 'rehearsal.started'] as const

const staffPages = [
  { page: 'rehearsal', path: '/administration/rehearsal', group: 'review', order: 5, icon: 'ListChecks' },
] as const

declare module '@/lib/audit/schema' {
  interface AuditActions extends Record<(typeof audit)[number], true> {}
  interface AuditSubjects {
    rehearsal_cases: true
  }
}

declare module '@/lib/feature' {
  interface StaffPages extends PagesOf<typeof staffPages> {}
}

export const rehearsalsFeature = feature({
  audit,
  auditGroup: 'applications',
  foreignTables: ['application', 'certificate_link', 'recent_call', 'submission'],
  jobs: {
    // Also one that ended while there was no worker, or whose 24 hours are over.
    'finish-rehearsals': {
      at: '* * * * *',
      run: async ({ signal }) => (await import('./finish')).finishRehearsals(signal),
    },
  },
  retention: [
    // A rehearsal that a submission was or would be sent with, or that a link shows, is kept: the latest of an
    // application that is finished.
    {
      table: 'rehearsal',
      where: `finished_at < now() - interval '30 days'
        AND NOT EXISTS (SELECT FROM submission s WHERE s.rehearsal_id = old.id)
        AND NOT EXISTS (SELECT FROM certificate_link l WHERE l.rehearsal_id = old.id)
        AND EXISTS (SELECT FROM application a LEFT JOIN rehearsal newer
            ON newer.application_id = a.id AND newer.started_at > old.started_at
              AND newer.finished_at IS NOT NULL
          WHERE a.id = old.application_id AND (newer.id IS NOT NULL OR a.state = 'deleted'))`,
    },
  ],
  grants: {
    portal: [
      'SELECT, UPDATE (report, finished_at, ended_at, end_reason) ON rehearsal',
      'SELECT, INSERT, UPDATE ON rehearsal_case',
      'EXECUTE ON FUNCTION start_rehearsal(uuid, uuid), end_rehearsal(uuid)',
      'EXECUTE ON FUNCTION describe_rehearsal(rehearsal), describe_rehearsal(rehearsal, boolean)',
    ],
    sandbox: [
      'EXECUTE ON FUNCTION count_rehearsal_calls(uuid[]), count_rehearsal_calls(uuid[], environment)',
      'EXECUTE ON FUNCTION miss_rehearsal_call(uuid, environment)',
      'EXECUTE ON FUNCTION start_rehearsal_by_program(uuid, uuid), end_rehearsal_by_program(uuid)',
      'EXECUTE ON FUNCTION read_rehearsal(uuid), miss_rehearsal_call(uuid), read_rehearsal(uuid, text)',
    ],
    worker: [
      'SELECT, DELETE ON rehearsal',
      'UPDATE (report, finished_at, ended_at, end_reason) ON rehearsal',
      'SELECT ON rehearsal_case',
      'EXECUTE ON FUNCTION describe_rehearsal(rehearsal), describe_rehearsal(rehearsal, boolean)',
    ],
  },
  staffPages,
})
