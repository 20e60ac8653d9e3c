import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import { formatBytes, formatKinds } from '@/components/validation/format'
import type { Locale } from '@/i18n/locale'
import { mostFiles, type UploadRefusal } from '@/lib/documents/schema'

type Translate = Awaited<ReturnType<typeof getTranslations<'validation'>>>
type Limits = { maxBytes: number; acceptedKinds: string[] }

/** A document as it is drawn, in words: what the server page and the uploading script both show. */
export type DocumentLine = { id: string; name: string; href: string; about: string }

/** Size, time and scan of a document, in one line. */
export async function describeDocument(
  document: { id: string; name: string; size: number; uploadedAt: Date; scan: string },
  applicationId: string,
): Promise<DocumentLine> {
  const [t, format, locale] = [await getTranslations('validation'), await getFormatter(), await getLocale()]
  const time = format.dateTime(document.uploadedAt, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    id: document.id,
    name: document.name,
    href: `/applications/${applicationId}/validation/documents/${document.id}`,
    about: t('document.about', {
      size: formatBytes(document.size, locale),
      time,
      scan: t(`scan.${document.scan === 'clean' ? 'clean' : 'not_scanned'}`),
    }),
  }
}

/** Why a file was refused, as a sentence for beside its field. */
export function describeRefusal(
  t: Translate,
  reason: UploadRefusal,
  limits: Limits | undefined,
  locale: Locale,
) {
  return t(`refusals.${reason}`, {
    limit: formatBytes(limits?.maxBytes ?? 0, locale),
    kinds: formatKinds(limits?.acceptedKinds ?? [], locale),
    files: mostFiles,
  })
}
