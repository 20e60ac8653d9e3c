import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PressForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { Timeline } from '@/components/ui/timeline'

const tones = { open: 'neutral', approved: 'success', rejected: 'danger', withdrawn: 'neutral' } as const

type Sent = { id: string; state: keyof typeof tones; reason: string; requestedAt: Date } & {
  closedAt: Date | null
  decisionReason: string | null
}
type OpenProps = {
  title: string
  open: Sent
  withdraw: FormAction | false
  shown: ReactNode
  children?: ReactNode
}

/** The owners' request that awaits a reviewer. */
export function OpenRequest({ title, open, withdraw, shown, children }: OpenProps) {
  const t = useTranslations('limits')
  return (
    <Notice title={title}>
      {children}
      <p>{t.rich('waitingSince', { at: () => <Moment at={open.requestedAt} /> })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{open.reason}</p>
      {withdraw && <PressForm action={withdraw} button={t('withdraw')} size="small" shown={shown} />}
    </Notice>
  )
}

type ClosedProps<Request> = {
  requests: Request[]
  title: (request: Request) => string
  about?: (request: Request) => ReactNode
}

/** The outcomes of the owners' earlier requests. */
export function ClosedRequests<Request extends Sent>({ requests, title, about }: ClosedProps<Request>) {
  const t = useTranslations('limits')
  const entries = requests.map((request) => ({
    key: request.id,
    tone: tones[request.state],
    title: title(request),
    meta: request.closedAt && <Moment at={request.closedAt} />,
    body: (
      <div className="grid gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {about?.(request)}
        <p className="text-muted">{request.reason}</p>
        {request.decisionReason && <p>{t('comment', { text: request.decisionReason })}</p>}
      </div>
    ),
  }))
  return <Timeline entries={entries} />
}
