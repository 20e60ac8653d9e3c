import { lockApplicationFor } from '@/lib/applications/lock'
import { recordAudit } from '@/lib/audit/commands'
import type { Owner } from '@/lib/audit/schema'
import { now } from '@/lib/clock'
import { onRow } from '@/lib/database'
import { getSettings } from '@/lib/env'
import { makeLink } from '@/lib/identity/link'
import { done, type Result, refused } from '@/lib/result'
import { requireShown } from '@/lib/shown'
import { findCertificate, findCertificateLink } from './queries'

/**
 * Makes a link to the certificate of an application, for anyone who has it; the previous one ends. Only its hash is
 * stored, so it is shown this once.
 * @returns its URL; refused `not_found` (unknown, or not theirs to share), `no_certificate`
 */
export async function shareCertificate(
  applicationId: string,
  owner: Owner,
): Promise<Result<string, 'not_found' | 'no_certificate'>> {
  return onRow(applicationId, async (transaction) => {
    if (!(await lockApplicationFor(transaction, owner.id, 'certificates', applicationId)))
      return refused('not_found')
    const found = await findCertificate(applicationId, transaction)
    if (!found) return refused('no_certificate')
    requireShown(await findCertificateLink(applicationId, transaction))
    const { link, tokenHash } = makeLink()
    const data = { tokenHash, rehearsalId: found.rehearsalId, createdAt: now() }
    await transaction.certificateLink.upsert({
      where: { applicationId },
      create: { applicationId, ...data },
      update: data,
    })
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'certificate.shared', subject, { kind: found.certificate.kind })
    return done(`${getSettings().PORTAL_URL}/certificate/${link}`)
  })
}

/** Ends the link to an application's certificate. @returns refused `not_found` (not theirs to end, or none) */
export async function endCertificateLink(
  applicationId: string,
  owner: Owner,
): Promise<Result<undefined, 'not_found'>> {
  return onRow(applicationId, async (transaction) => {
    if (!(await lockApplicationFor(transaction, owner.id, 'certificates', applicationId)))
      return refused('not_found')
    const linkedAt = await findCertificateLink(applicationId, transaction)
    if (!linkedAt) return refused('not_found')
    requireShown(linkedAt)
    await transaction.certificateLink.delete({ where: { applicationId } })
    const subject = { type: 'application', id: applicationId } as const
    await recordAudit(transaction, owner, 'certificate.link_ended', subject)
    return done(undefined)
  })
}
