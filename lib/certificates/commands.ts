import { application } from '@/lib/applications/target'
import { now } from '@/lib/clock'
import { command } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { makeLink } from '@/lib/identity/link'
import { done, refused } from '@/lib/result'
import { findCertificate, findCertificateLink } from './queries'

/**
 * Makes a link to the certificate of an application, for anyone who has it; the previous one ends. Only its hash is
 * stored, so it is shown this once.
 * @returns its URL; refused `no_certificate`
 */
export const shareCertificate = command({
  on: application,
  right: 'certificates',
  audit: 'certificate.shared',
  version: ({ transaction, application: { id } }) => findCertificateLink(id, transaction),
  async run({ transaction, application: { id: applicationId }, record }) {
    const found = await findCertificate(applicationId, transaction)
    if (!found) return refused('no_certificate')
    const { link, tokenHash } = makeLink()
    const data = { tokenHash, rehearsalId: found.rehearsalId, createdAt: now() }
    await transaction.certificateLink.upsert({
      where: { applicationId },
      create: { applicationId, ...data },
      update: data,
    })
    record({ type: 'application', id: applicationId }, { kind: found.certificate.kind })
    return done(`${getSettings().PORTAL_URL}/certificate/${link}`)
  },
})

/** Ends the link to an application's certificate. @returns refused `not_found` also where there is none */
export const revokeCertificateLink = command({
  on: application,
  right: 'certificates',
  irreversible: true,
  audit: 'certificate.link_ended',
  version: async ({ transaction, application: { id } }) =>
    (await findCertificateLink(id, transaction)) ?? undefined,
  async run({ transaction, application: { id: applicationId }, record }) {
    const { count } = await transaction.certificateLink.deleteMany({ where: { applicationId } })
    if (count === 0) return refused('not_found')
    record({ type: 'application', id: applicationId })
    return done(undefined)
  },
})
