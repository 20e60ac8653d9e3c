import { randomUUID } from 'node:crypto'
import { clientPackage } from '@/generated/client-package'
import { makeLink } from '@/lib/identity/link'
import { createOrganisation } from '@/test/organisations'
import { addReport } from '@/test/rehearsals'

/**
 * The values of each `[…]` in a route, by the pattern up to it: objects of one developer. A pattern that goes one
 * segment further gives the value below that segment: only Sandbox applications have test accounts.
 */
export type Places = Awaited<ReturnType<typeof addPlaces>>

/**
 * Adds everything that can belong to applications, and that has a URL.
 * @param query asks the database as its owner
 * @param id of an application in validation
 * @param sandbox the id of a Sandbox application of the same developer
 */
export async function addPlaces(
  query: (text: string, values: unknown[]) => Promise<Record<string, string>[]>,
  id: string,
  sandbox: string,
) {
  const [found = {}] = await query(
    `SELECT a.developer_id, s.id AS submission_id, d.id AS document_id, d.requirement_id
     FROM application a JOIN submission s ON s.application_id = a.id JOIN document d ON d.submission_id = s.id
     WHERE a.id = $1 LIMIT 1`,
    [id],
  )
  const { developer_id = '', submission_id = '', document_id = '', requirement_id = '' } = found
  const organisation = await createOrganisation({ id: developer_id })
  // A separate document.
  const [own = {}] = await query(
    `INSERT INTO document (id, submission_id, requirement_id, version, name, kind, size, sha256, encryption_key_id)
     SELECT gen_random_uuid(), s.id, r.requirement_id, 1, 'extract.pdf', 'pdf', 0, '', ''
     FROM submission s JOIN submission_requirement r ON r.submission_id = s.id WHERE s.organisation_id = $1 LIMIT 1
     RETURNING id`,
    [organisation],
  )
  const requestId = randomUUID()
  await query(
    `INSERT INTO recent_call (application_id, request_id, at, endpoint, status, latency_ms, address)
     VALUES ($1, $2, now(), 'token', 200, 3, '127.0.0.1')`,
    [id, requestId],
  )
  await query(
    `UPDATE requirement SET template_name = 'form.pdf', template_bytes = '%PDF-1.4' WHERE id = $1`,
    [requirement_id],
  )
  const msisdn = '999100000001'
  await query(
    `INSERT INTO test_account (application_id, msisdn, type, status, currency, balance, frozen_balance, as_of, original)
     VALUES ($1, $2, 'customer', 'active', 'XOF', 1, 0, now(), $3)`,
    [
      sandbox,
      msisdn,
      { type: 'customer', status: 'active', currency: 'XOF', balance: '1', frozenBalance: '0' },
    ],
  )
  const reported = await addReport(query, { submissionId: submission_id, applicationId: sandbox })
  const { link, tokenHash } = makeLink()
  await query(
    'INSERT INTO certificate_link SELECT application_id, id, $1 FROM rehearsal WHERE application_id = $2',
    [Buffer.from(tokenHash), sandbox],
  )
  const limitRequest = randomUUID()
  await query(
    `INSERT INTO limit_request (id, application_id, requested_by_id, calls_per_minute, reason)
     VALUES ($1, $2, $3, 500, 'A new partner.')`,
    [limitRequest, sandbox, developer_id],
  )
  const networkRequest = randomUUID()
  await query(
    `INSERT INTO network_request (id, application_id, requested_by_id, networks, reason)
     VALUES ($1, $2, $3, '{203.0.113.0/24,2001:db8:1::/48}', 'A new data centre.')`,
    [networkRequest, id, developer_id],
  )
  const announcement = randomUUID()
  // Over, so that other journeys see no banner.
  await query(
    `INSERT INTO announcement (id, kind, title_en, title_fr, text_en, text_fr, starts_at, ends_at, audience, published_by_id)
     VALUES ($1, 'maintenance', 'New servers', 'Nouveaux serveurs', 'A pause.', 'Une pause.', now() - interval '2 hours',
       now() - interval '1 hour', 'everyone', $2)`,
    [announcement, developer_id],
  )
  return {
    '/administration/announcements/[id]': announcement,
    '/announcements/[id]': announcement,
    '/api/[...path]': 'applications',
    '/applications/[id]': id,
    '/applications/[id]/accounts': sandbox,
    '/applications/[id]/accounts/[msisdn]': msisdn,
    '/applications/[id]/certificate': sandbox,
    '/applications/[id]/rehearsal': sandbox,
    '/certificate/[link]': link,
    '/certificate/[link]/share': link,
    '/applications/[id]/team/[developerId]': developer_id,
    '/applications/[id]/requests/[requestId]': requestId,
    '/applications/[id]/validation/documents/[documentId]': document_id,
    '/applications/[id]/validation/templates/[requirementId]': requirement_id,
    '/organisations/[id]': organisation,
    '/organisations/[id]/documents/[documentId]': own.id ?? '',
    '/organisations/[id]/team/[developerId]': developer_id,
    '/organisations/[id]/templates/[requirementId]': requirement_id,
    '/review/[id]': submission_id,
    '/review/[id]/calls/[requestId]': reported,
    '/review/[id]/documents/[documentId]': document_id,
    '/review/limits/[requestId]': limitRequest,
    '/review/networks/[requestId]': networkRequest,
    '/review/requirements/[requirementId]': requirement_id,
    '/review/templates/[templateId]': '019aa3c0-0000-7000-8000-000000000101',
    '/review/pdf/[folder]': 'cmaps',
    '/review/pdf/[folder]/[name]': 'H.bcmap',
    '/administration/developers/[id]': developer_id,
    '/administration/applications/[id]': id,
    '/administration/applications/[id]/requests/[requestId]': requestId,
    '/administration/organisations/[id]': organisation,
    '/docs/[...path]': 'errors/quota_exceeded',
    '/docs/markdown/[[...path]]': 'errors',
    '/docs/client/[file]': clientPackage.name,
    '/docs/reference/[group]': 'accounts',
    '/activate/[link]': 'A'.repeat(43),
    '/change-email/[link]': 'A'.repeat(43),
    '/change-email/undo/[link]': 'A'.repeat(43),
    '/sign-in/browser/[link]': 'A'.repeat(43),
    '/invitation/[link]': 'A'.repeat(43),
    '/join/[link]': 'A'.repeat(43),
    '/reset-password/[link]': 'A'.repeat(43),
    '/terms/[version]': '1',
  }
}
