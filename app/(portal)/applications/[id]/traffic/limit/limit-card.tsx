import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { OwnRequests } from '@/app/_requests/own-requests'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import { Section } from '@/components/ui/section'
import { Textarea, TextInput } from '@/components/ui/text-input'
import { limitOf, type TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { maxCallsPerMinute } from '@/lib/limits/schema'
import { listRequests } from '@/lib/quota-requests/queries'
import { requestHigherLimit, withdrawLimitRequest } from './actions'

type Props = { application: TeamApplication; query: Query }

/** The application's limit, the form to request a higher one, and what became of earlier requests. */
export async function LimitCard({ application, query }: Props) {
  const t = await getTranslations('limits')
  const requests = await listRequests('limits', application.id)
  const isOpen = requests.some(({ state }) => state === 'open')
  const limit = limitOf(application)
  const own = application.rateLimit !== null
  return (
    <Section title={t('title')} id="limit">
      <div className="grid gap-6">
        <FlashMessages
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
        <OwnRequests
          kind="limits"
          requests={requests}
          withdraw={may(application.role, 'limits') && withdrawLimitRequest.bind(null, application.id)}
          Earlier={Part}
        >
          {!isOpen && limit > 0 && limit < maxCallsPerMinute && <RequestForm application={application} />}
        </OwnRequests>
      </div>
    </Section>
  )
}

async function RequestForm({ application: { id, role, state } }: { application: TeamApplication }) {
  const t = await getTranslations('limits')
  if (!may(role, 'limits')) return <p className="text-muted text-sm">{t('ownersOnly')}</p>
  if (state !== 'active') return <p className="text-muted text-sm">{t('errors.not_active')}</p>
  return (
    <Part title={t('request')}>
      <ActionForm action={requestHigherLimit.bind(null, id)}>
        <TextInput
          keep
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
          keep
          name="reason"
          label={t('reason')}
          hint={t('reasonHint')}
          rows={3}
          maxLength={500}
          required
        />
        <FormEnd variant="secondary">{t('send')}</FormEnd>
      </ActionForm>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h3 className="text-base">{title}</h3>
      {children}
    </section>
  )
}
