import { getTranslations } from 'next-intl/server'
import type { ComponentType, ReactNode } from 'react'
import { ExpectedVersion } from '@/app/_request/expected-version'
import { Networks } from '@/components/application-details'
import { PressForm } from '@/components/ui/action-form'
import { DateTime } from '@/components/ui/date-time'
import type { FormAction } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'
import { Timeline } from '@/components/ui/timeline'
import type { OwnRequest } from '@/lib/quota-requests/queries'
import type { RequestKind } from '@/lib/quota-requests/schema'

const tones = { open: 'neutral', approved: 'success', rejected: 'danger', withdrawn: 'neutral' } as const

type Props = {
  kind: RequestKind
  requests: OwnRequest[]
  /** For those who may. */
  withdraw: FormAction | false
  /** What is around the earlier ones. */
  Earlier: ComponentType<{ title: string; children: ReactNode }>
  children?: ReactNode
}

/** The owners' request that awaits a reviewer, `children`, and the outcomes of their earlier ones. */
export async function OwnRequests({ kind, requests, withdraw, Earlier, children }: Props) {
  const t = await getTranslations()
  const open = requests.find(({ state }) => state === 'open')
  const closed = requests.filter(({ state }) => state !== 'open')
  const list = ({ networks }: OwnRequest) => networks && <Networks networks={networks} />
  const entries = closed.map((request) => ({
    key: request.id,
    tone: tones[request.state],
    title: t(`${kind}.states.${request.state}`, { count: request.count }),
    meta: request.closedAt && <DateTime at={request.closedAt} />,
    body: (
      <div className="grid gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
        {list(request)}
        <p className="text-muted">{request.reason}</p>
        {request.decisionReason && <p>{t('limits.comment', { text: request.decisionReason })}</p>}
      </div>
    ),
  }))
  return (
    <>
      {open && (
        <Notice title={t(`${kind}.waiting`, { count: open.count })}>
          {list(open)}
          <p>{t.rich('limits.waitingSince', { at: () => <DateTime at={open.requestedAt} /> })}</p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{open.reason}</p>
          {withdraw && (
            <PressForm
              action={withdraw}
              button={t('limits.withdraw')}
              size="small"
              shown={<ExpectedVersion of={open.id} />}
            />
          )}
        </Notice>
      )}
      {children}
      {entries.length > 0 && (
        <Earlier title={t(`${kind}.earlier`)}>
          <Timeline entries={entries} />
        </Earlier>
      )}
    </>
  )
}
