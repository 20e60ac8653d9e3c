import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { Query } from '@/components/query'
import { Card } from '@/components/ui/card'
import { Conversation } from '@/components/validation/conversation'
import { History } from '@/components/validation/history'
import { MessageForm } from '@/components/validation/message-form'
import { revisionEvents } from '@/components/validation/revision-events'
import { type ApplicantValidation, findApplicantValidation } from '@/lib/validation/queries'
import { ApplicationFrame, applicationTitle } from '../frame'
import { requireApplication } from '../page-data'
import { Access } from './access'
import { sendMessage } from './actions'
import { DocumentsForm } from './documents-form'
import { describeItems } from './items'
import { LastReason, withoutLastReason } from './last-reason'
import { PageNotices, type PostResult, readPostResult } from './notices'
import { Status } from './status'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Query>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await requireApplication((await params).id, 'documents')
  return { title: applicationTitle(application.name, (await getTranslations('validation'))('title')) }
}

export default async function ValidationPage({ params, searchParams }: Props) {
  const { developer, application: own } = await requireApplication((await params).id, 'documents')
  const found = await findApplicantValidation(own.id, developer.id)
  if (!found) notFound()
  const result = readPostResult(await searchParams)
  const t = await getTranslations('validation')
  const { application } = found
  return (
    <ApplicationFrame application={own} current="validation">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-6">
          <PageNotices result={result} />
          <LastReason submission={found.submission} />
          <Documents found={found} result={result} developerId={developer.id} />
          <Talk found={found} developerId={developer.id} />
        </div>
        <aside className="grid min-w-0 gap-6 max-lg:row-start-1 max-lg:contents">
          <div className="max-lg:order-first">
            <Status found={found} />
          </div>
          <Access applicationId={application.id} developerId={developer.id} />
          <Card title={t('history.title')}>
            <History
              transitions={withoutLastReason(found, [
                ...application.transitions,
                ...revisionEvents(found.revisions),
              ])}
            />
          </Card>
        </aside>
      </div>
    </ApplicationFrame>
  )
}

type DocumentsProps = { found: ApplicantValidation; result: PostResult; developerId: string }

async function Documents({ found, result, developerId }: DocumentsProps) {
  const t = await getTranslations('validation.documents')
  const { application, submission } = found
  const open = submission.state === 'draft' || submission.state === 'changes_requested'
  const items = await describeItems(found, result, developerId)
  const settled = items.filter((item) => item.settled).length
  const narrowed = settled > 0 && settled < items.length
  return (
    <Card title={t(narrowed ? 'toReplace' : 'title')}>
      {open && <p className="-mt-2 mb-5 max-w-prose text-muted text-sm">{t('lead')}</p>}
      <DocumentsForm
        key={`${submission.id}:${submission.version}:${submission.state}`}
        action={open ? `/applications/${application.id}/validation/documents` : null}
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
          save: t('save'),
          submit: t('submit'),
          waiting: t('waiting'),
          ready: t('ready'),
          settled: t('settled', { count: settled }),
          summary: (await getTranslations('validation'))('summary'),
        }}
      />
    </Card>
  )
}

type TalkProps = { found: ApplicantValidation; developerId: string }

async function Talk({ found: { application, messages }, developerId }: TalkProps) {
  const t = await getTranslations('validation.conversation')
  const shown = messages.map(({ id, authorId, authorRole, body, sentAt }) => {
    const mine = authorRole === 'developer'
    const author = t(authorId === developerId ? 'you' : mine ? 'team' : 'reviewer')
    return { id, body, sentAt, mine, author }
  })
  return (
    <Card title={t('title')} id="conversation">
      <p className="-mt-2 mb-5 max-w-prose text-muted text-sm">{t('lead')}</p>
      <Conversation messages={shown} empty={t('empty')} />
      <MessageForm
        key={messages.length}
        action={sendMessage.bind(null, application.id)}
        field="message"
        label={t('message')}
        button={t('send')}
      />
    </Card>
  )
}
