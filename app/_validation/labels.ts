import { getTimeZone, getTranslations } from 'next-intl/server'
import { formatBytes, formatKinds } from '@/components/format'
import { formatDateTime } from '@/components/ui/date-time'
import { getLocale } from '@/i18n/current-locale'
import type { TeamResource } from '@/lib/applications/subject'
import { findIdentical } from '@/lib/documents/queries'
import { maxFiles, type UploadRefusal } from '@/lib/documents/schema'
import { getSettings } from '@/lib/env'
import type { Locale } from '@/lib/languages'
import { localised, type TextColumns } from '@/lib/translations'
import { applicantPath } from '@/lib/validation/recipients'
import type { DocumentLine } from './upload'

type Limits = { maxBytes: number; acceptedKinds: string[] }

type Version = Parameters<typeof findIdentical>[0] & {
  name: string
  size: number
  uploadedAt: Date
  scan: string
}
type Submission = {
  documents: Version[]
  requirements: (TextColumns<'name'> & { requirementId: string })[]
}

/** Size, time and scan of a document, in one line, and whether the same file was sent before. */
export async function describeDocument(
  document: Version,
  subject: Pick<TeamResource, 'type' | 'id'>,
  submission: Submission,
): Promise<DocumentLine> {
  const t = await getTranslations('validation')
  const locale = await getLocale()
  return {
    id: document.id,
    name: document.name,
    href: `${applicantPath(subject)}/documents/${document.id}`,
    // That nothing scans here is no concern of the applicant's.
    about: [
      formatBytes(document.size, locale),
      formatDateTime(locale, document.uploadedAt, 'moment', await getTimeZone()),
      ...(document.scan === 'clean' ? [t('scan.clean')] : []),
    ].join(' · '),
    duplicate: await describeDuplicate(document, submission),
  }
}

async function describeDuplicate(document: Version, { documents, requirements }: Submission) {
  const t = await getTranslations('validation.documents')
  const locale = await getLocale()
  const identical = findIdentical(document, documents)
  if (!identical) return null
  if (identical.requirementId === document.requirementId)
    return t('sameVersion', { version: identical.version })
  const other = requirements.find(({ requirementId }) => requirementId === identical.requirementId)
  return t('sameElsewhere', { name: other ? localised(other, 'name', locale) : identical.name })
}

type Circumstances = { limits: Limits | undefined; retryAt: Date | null; locale: Locale }

/** Why a file was refused, as a sentence to show next to its field. */
export async function describeRefusal(
  reason: UploadRefusal,
  { limits, retryAt, locale }: Circumstances,
): Promise<string> {
  const t = await getTranslations('validation')
  const { DOCUMENT_MAX_VERSIONS, SUBMISSION_MAX_MIB, UPLOAD_MIB_PER_HOUR } = getSettings()
  const total = reason === 'hourly_limit' ? UPLOAD_MIB_PER_HOUR : SUBMISSION_MAX_MIB
  return t(`refusals.${reason}`, {
    limit: formatBytes(limits?.maxBytes ?? 0, locale),
    kinds: formatKinds(limits?.acceptedKinds ?? [], locale),
    files: maxFiles,
    total: formatBytes(total * 1024 * 1024, locale),
    versions: DOCUMENT_MAX_VERSIONS,
    wait: retryAt ? formatDateTime(locale, retryAt, 'time', await getTimeZone()) : 'none',
  })
}
