import { getLocale, getTranslations } from 'next-intl/server'
import { findOwnDocument, findUploadPlaces } from '@/lib/documents/queries'
import { describeDocument, describeRefusal } from '../wording'
import type { Received } from './receive'

/**
 * The answer to the page's own script that sent one file: the document as the page shows it, or a sentence on why not.
 * Both with 200, as a form's answer has: browsers report other statuses as errors of the page.
 */
export async function describeReceipts(received: Received, applicationId: string, developerId: string) {
  const t = await getTranslations('validation')
  const [receipt] = received.receipts
  if (received.problem || !receipt)
    return Response.json({ error: t(`refusals.${received.problem ?? 'malformed'}`) })
  if (!receipt.ok) {
    const places = await findUploadPlaces(applicationId, developerId)
    const place = places?.requirements.find(({ requirementId }) => requirementId === receipt.requirementId)
    return Response.json({ error: describeRefusal(t, receipt.reason, place, await getLocale()) })
  }
  const document = await findOwnDocument(applicationId, receipt.documentId, developerId)
  if (!document) return Response.json({ error: t('refusals.not_yours') })
  return Response.json({ document: await describeDocument(document, applicationId) })
}
