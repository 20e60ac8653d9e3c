import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Application } from '@/generated/prisma/client'
import { findUnreviewed } from '@/lib/validation/queue'

type Of = Pick<Application, 'id' | 'organisationId'>

/**
 * That a reviewer has yet to approve the application with its organisation's documents, or with its own after
 * that closed; empty for any other.
 */
export async function OrganisationNotice({ application, here }: { application: Of; here?: boolean }) {
  const described = await describeUnreviewed(application, here)
  return (
    described && (
      <Notice tone="info" title={described.title}>
        <p>{described.body}</p>
      </Notice>
    )
  )
}

/**
 * The same in two parts, for a list.
 * @param here on the page where it is dealt with, to which nothing has to lead
 */
export async function describeUnreviewed({ id, organisationId }: Of, here = false) {
  const waiting = (await findUnreviewed([id])).get(id)
  if (waiting === undefined) return null
  const t = await getTranslations('applications.notice')
  const why = organisationId ? 'unreviewed' : 'left'
  const body = (
    <>
      {t(`${why}.${waiting ? 'waiting' : 'body'}`)}{' '}
      {!waiting && !here && <TextLink href={`/applications/${id}/validation`}>{t(`${why}.action`)}</TextLink>}
    </>
  )
  return { title: t(`${why}.title`), body }
}
