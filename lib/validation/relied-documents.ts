import { database } from '@/lib/database'

/**
 * Which of these applications a reviewer has yet to approve with the documents of their organisation:
 * approved ones that moved into it since, or belonged to it before it was verified. They keep working with
 * their own documents. Also those that left the organisation that they rely on, which has closed: they keep
 * working, and owe their own documents.
 * @returns by the application's id, whether a submission that would settle it waits for a decision
 */
export async function findUnreviewed(applicationIds: readonly string[]): Promise<Map<string, boolean>> {
  const found = await database().$queryRaw<{ id: string; waiting: boolean }[]>`
    SELECT a.id, EXISTS (
      SELECT FROM submission w
      WHERE w.application_id = a.id AND w.state = 'in_validation' AND w.relies_on_id IS NOT DISTINCT FROM a.organisation_id) AS waiting
    FROM application a
    WHERE a.id = ANY(${[...applicationIds]}::uuid[]) AND a.environment = 'production' AND a.state = 'active'
      AND a.organisation_id IS DISTINCT FROM (
        SELECT s.relies_on_id FROM submission s WHERE s.application_id = a.id AND s.state = 'approved'
        ORDER BY s.number DESC LIMIT 1)`
  return new Map(found.map(({ id, waiting }) => [id, waiting]))
}
