import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { RouteFields } from '@/app/_request/route-form'
import { isToBeSent } from '@/lib/applications/states'
import type { Subject } from '@/lib/applications/subject'
import type { OwnSubmission } from '@/lib/validation/queries'
import { applicantPath } from '@/lib/validation/recipients'
import { DocumentsForm } from './documents-form'
import { describeItems } from './items'
import type { PostResult } from './notices'

type Props = {
  subject: Pick<Subject, 'type' | 'id'>
  submission: OwnSubmission
  result: PostResult
  developerId: string
  /** The label of the button that submits. */
  submit: string
  /** Rows of what is no document, in the same list. */
  before?: ReactNode
  after?: ReactNode
}

/** What a submission takes, in one list: what is there, what is missing, and the form to send it. */
export async function Documents({ subject, submission, result, developerId, submit, ...rows }: Props) {
  const t = await getTranslations('validation.documents')
  const open = isToBeSent(submission.state)
  const items = await describeItems({ subject, submission }, result, developerId)
  const missing = items.find(({ status }) => status === 'missing' || status === 'replace')
  return (
    <DocumentsForm
      key={`${submission.id}:${submission.version}:${submission.state}`}
      action={open ? `${applicantPath(subject)}/documents` : null}
      items={items}
      {...rows}
      labels={{
        missing: t('missing'),
        none: t('none'),
        present: t('present'),
        reviewing: t('reviewing'),
        accepted: t('accepted'),
        replace: t('replace'),
        template: t('template'),
        uploading: t('uploading'),
        uploaded: t('uploaded'),
        cancel: t('cancel'),
        drop: t('drop'),
        dropAs: t.raw('dropAs'),
        choose: t('choose'),
        change: t('change'),
        photo: t('photo'),
        lost: t('lost'),
        oneFile: t('oneFile'),
        validUntil: t('validUntil'),
        save: t('save'),
        submit,
        waiting: t('waiting'),
        next: missing ? t('next', { name: missing.name }) : t('frozen'),
        summary: (await getTranslations('validation'))('summary'),
      }}
    >
      <RouteFields />
    </DocumentsForm>
  )
}
