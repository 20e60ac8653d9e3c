import { getTranslations } from 'next-intl/server'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { Card } from '@/components/ui/card'
import { FormEnd } from '@/components/ui/form-end'
import { Moment } from '@/components/ui/moment'
import { Notice } from '@/components/ui/notice'
import { TextInput } from '@/components/ui/text-input'
import { Textarea } from '@/components/ui/textarea'
import { Timeline } from '@/components/ui/timeline'
import type { TeamApplication } from '@/lib/applications/queries'
import { limitOf } from '@/lib/applications/rate-limit'
import { may } from '@/lib/applications/rights'
import { type LimitRequestEntry, listLimitRequests } from '@/lib/limits/queries'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { request, withdraw } from './actions'

type Props = { application: TeamApplication; query: Query }

/** The application's limit, the form to request a higher one, and what became of earlier requests. */
export async function LimitCard({ application, query }: Props) {
  const t = await getTranslations('limits')
  const requests = await listLimitRequests(application.id)
  const open = requests.find(({ state }) => state === 'open')
  const closed = requests.filter(({ state }) => state !== 'open')
  const limit = limitOf(application)
  const own = application.rateLimit !== null
  return (
    <Card title={t('title')} id="limit" className="no-print scroll-mt-24">
      <div className="grid gap-6">
        <OneTimeNotices
          query={query}
          done={{ keys: ['requested', 'withdrawn'], text: (key) => t(`done.${key}`) }}
        />
        <p>
          {limit === 0 ? t('unlimited') : t('current', { count: limit })}{' '}
          {limit > 0 && (
            <span className="text-muted">
              {t(own ? 'own' : 'usual', { environment: t(application.environment) })}
            </span>
          )}
        </p>
        {open ? (
          <Waiting application={application} open={open} />
        ) : (
          limit > 0 && limit < maxCallsPerMinute && <RequestForm application={application} />
        )}
        {closed.length > 0 && <Earlier requests={closed} />}
      </div>
    </Card>
  )
}

type WaitingProps = { application: TeamApplication; open: LimitRequestEntry }

async function Waiting({ application: { id, role }, open }: WaitingProps) {
  const t = await getTranslations('limits')
  return (
    <Notice title={t('waiting', { count: open.callsPerMinute })}>
      <p>{t.rich('waitingSince', { at: () => <Moment at={open.requestedAt} /> })}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{open.reason}</p>
      {may(role, 'limits') && (
        <PressForm action={withdraw.bind(null, id)} button={t('withdraw')} size="small" />
      )}
    </Notice>
  )
}

async function RequestForm({ application: { id, role, state } }: { application: TeamApplication }) {
  const t = await getTranslations('limits')
  if (!may(role, 'limits')) return <p className="text-muted text-sm">{t('ownersOnly')}</p>
  if (state !== 'active') return <p className="text-muted text-sm">{t('errors.not_active')}</p>
  return (
    <section className="grid gap-4">
      <h3 className="text-base">{t('request')}</h3>
      <ActionForm action={request.bind(null, id)}>
        <TextInput
          name="callsPerMinute"
          label={t('callsPerMinute')}
          hint={t('callsHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          required
          className="max-w-48"
        />
        <Textarea
          name="reason"
          label={t('reason')}
          hint={t('reasonHint')}
          rows={3}
          maxLength={500}
          required
        />
        <FormEnd variant="secondary">{t('send')}</FormEnd>
      </ActionForm>
    </section>
  )
}

const tones = { open: 'neutral', approved: 'success', rejected: 'danger', withdrawn: 'neutral' } as const

async function Earlier({ requests }: { requests: LimitRequestEntry[] }) {
  const t = await getTranslations('limits')
  return (
    <section className="grid gap-4">
      <h3 className="text-base">{t('earlier')}</h3>
      <Timeline
        entries={requests.map(({ id, state, callsPerMinute, closedAt, reason, decisionReason }) => ({
          key: id,
          tone: tones[state],
          title: t(`states.${state}`, { count: callsPerMinute }),
          meta: closedAt && <Moment at={closedAt} />,
          body: (
            <div className="grid gap-1 whitespace-pre-line [overflow-wrap:anywhere]">
              <p className="text-muted">{reason}</p>
              {decisionReason && <p>{t('comment', { text: decisionReason })}</p>}
            </div>
          ),
        }))}
      />
    </section>
  )
}
