import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { findUnreviewed } from '@/lib/validation/relied-documents'

/**
 * That a reviewer has yet to approve the application with its organisation's documents, or with its own after
 * that closed; empty for any other.
 */
export async function OrganisationNotice({
  application: { id, organisationId },
}: {
  application: Pick<Application, 'id' | 'organisationId'>
}) {
  const waiting = (await findUnreviewed([id])).get(id)
  if (waiting === undefined) return null
  const t = await getTranslations('applications.notice')
  const why = organisationId ? 'unreviewed' : 'left'
  return (
    <Notice tone="info" title={t(`${why}.title`)}>
      <p>{t(`${why}.${waiting ? 'waiting' : 'body'}`)}</p>
      {!waiting && (
        <p>
          <TextLink href={`/applications/${id}/validation`}>{t(`${why}.action`)}</TextLink>
        </p>
      )}
    </Notice>
  )
}
