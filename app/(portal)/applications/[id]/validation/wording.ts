import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { writeMoment } from '@/components/ui/moment'
import { formatBytes, formatKinds } from '@/components/validation/format'
import type { Locale } from '@/i18n/locale'
import { maxFiles, type UploadRefusal } from '@/lib/documents/schema'
import { getSettings } from '@/lib/env'

type Limits = { maxBytes: number; acceptedKinds: string[] }

/** A document in words: shown by both the server page and the uploading script. */
export type DocumentLine = { id: string; name: string; href: string; about: string }

/** Size, time and scan of a document, in one line. */
export async function describeDocument(
  document: { id: string; name: string; size: number; uploadedAt: Date; scan: string },
  applicationId: string,
): Promise<DocumentLine> {
  const [t, format, locale] = [await getTranslations('validation'), await getFormatter(), await getLocale()]
  return {
    id: document.id,
    name: document.name,
    href: `/applications/${applicationId}/validation/documents/${document.id}`,
    about: t('document.about', {
      size: formatBytes(document.size, locale),
      time: writeMoment(format, document.uploadedAt),
      scan: t(`scan.${document.scan === 'clean' ? 'clean' : 'not_scanned'}`),
    }),
  }
}

type Circumstances = { limits: Limits | undefined; retryAt: Date | null; locale: Locale }

/** Why a file was refused, as a sentence to show next to its field. */
export async function describeRefusal(
  reason: UploadRefusal,
  { limits, retryAt, locale }: Circumstances,
): Promise<string> {
  const [t, format] = [await getTranslations('validation'), await getFormatter()]
  const { DOCUMENT_MAX_VERSIONS, SUBMISSION_MAX_MIB, UPLOAD_MIB_PER_HOUR } = getSettings()
  const total = reason === 'hourly_limit' ? UPLOAD_MIB_PER_HOUR : SUBMISSION_MAX_MIB
  return t(`refusals.${reason}`, {
    limit: formatBytes(limits?.maxBytes ?? 0, locale),
    kinds: formatKinds(limits?.acceptedKinds ?? [], locale),
    files: maxFiles,
    total: formatBytes(total * 1024 * 1024, locale),
    versions: DOCUMENT_MAX_VERSIONS,
    wait: retryAt ? writeMoment(format, retryAt, 'time') : 'none',
  })
}
