import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Application } from '@/generated/prisma/client'
import { detailFields } from '@/lib/applications/schema'

/** The fields that describe an application, with the form's labels; an empty one shows `none`, or is left out. */
export async function describeDetails(
  application: Pick<Application, (typeof detailFields)[number]>,
  none?: ReactNode,
): Promise<{ term: string; value: ReactNode }[]> {
  const t = await getTranslations('applications.form')
  return detailFields
    .filter((field) => application[field] || none)
    .map((field) => ({
      term: t(field),
      value: application[field] ? <span className="whitespace-pre-line">{application[field]}</span> : none,
    }))
}
