import { getTranslations } from 'next-intl/server'
import { RouteFields } from '@/app/_request/route-form'
import { Card } from '@/components/ui/card'
import type { Subject } from '@/lib/applications/subject'
import { isToBeSent } from '@/lib/documents/schema'
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
}

/** The documents of a submission: what is there, what is missing, and the form to send them. */
export async function Documents({ subject, submission, result, developerId, submit }: Props) {
  const t = await getTranslations('validation.documents')
  const open = isToBeSent(submission.state)
  const items = await describeItems({ subject, submission }, result, developerId)
  const settled = items.filter((item) => item.settled).length
  const narrowed = settled > 0 && settled < items.length
  return (
    <Card title={t(narrowed ? 'toReplace' : 'title')} id="documents" className="scroll-mt-16">
      {open && <p className="-mt-2 mb-5 max-w-prose text-muted text-sm">{t('lead')}</p>}
      <DocumentsForm
        key={`${submission.id}:${submission.version}:${submission.state}`}
        action={open ? `${applicantPath(subject)}/documents` : null}
        items={items}
        labels={{
          required: t('required'),
          optional: t('optional'),
          missing: t('missing'),
          present: t('present'),
          accepted: t('accepted'),
          replace: t('replace'),
          template: t('template'),
          uploading: t('uploading'),
          uploaded: t('uploaded'),
          drop: t('drop'),
          photo: t('photo'),
          lost: t('lost'),
          oneFile: t('oneFile'),
          none: t('none'),
          validUntil: t('validUntil'),
          save: t('save'),
          submit,
          waiting: t('waiting'),
          ready: t.raw('ready'),
          settled: t('settled', { count: settled }),
          summary: (await getTranslations('validation'))('summary'),
        }}
      >
        <RouteFields />
      </DocumentsForm>
    </Card>
  )
}
