import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { OneTimeNotices } from '@/components/one-time-notices'
import type { Query } from '@/components/query'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { FormEnd } from '@/components/ui/form-end'
import { FormStage } from '@/components/ui/form-stage'
import { FormOutcome, FormProblem } from '@/components/ui/form-state'
import { Moment } from '@/components/ui/moment'
import { RadioSegments } from '@/components/ui/radio'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { Table } from '@/components/ui/table'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { secondsFromNow } from '@/lib/clock'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { revealSecret, revokePreviousSecret, rotateSecret } from '../actions'
import { SecretButtons } from '../credentials'
import { SecretInput } from '../secret'
import { lastUseColumns } from './last-use'
import { Lifetimes, shownWhile } from './lifetimes'

type Props = {
  application: TeamApplication
  current: SecretSummary
  /** Works for a while yet. */
  previous?: SecretSummary
  query: Query
}

const outcome = 'secrets-outcome'

/** The active secrets, their age, when and from where each was last used; owners reveal, rotate and end them. */
export async function Secrets({ application: { id, role }, current, previous, query }: Props) {
  const t = await getTranslations('applications.secrets')
  const keys = await getTranslations('applications.keys')
  const owns = may(role, 'secrets')
  const rotated = query.done === 'rotated'
  return (
    <Section title={t('title')} lead={t('lead')} id="secrets" className="group/rotation">
      {/* Its key forgets, after a rotation, what was shown. */}
      <FormStage key={current.id} action={revealSecret.bind(null, id)}>
        <Table
          caption={t('title')}
          rows={[current, ...(previous ? [previous] : [])]}
          rowKey={(secret) => secret.id}
          columns={[
            {
              label: t('secret'),
              cell: (secret) => <Name secret={secret} isNew={Boolean(previous)} {...{ rotated }} />,
            },
            { label: t('created'), cell: ({ createdAt }) => <Moment at={createdAt} as="relative" /> },
            ...(await lastUseColumns()),
            ...(owns
              ? [
                  {
                    label: t('action'),
                    action: true,
                    numeric: true,
                    cell: ({ id: secretId, retiresAt }: SecretSummary) =>
                      retiresAt ? (
                        <ActionForm
                          action={revokePreviousSecret.bind(null, id)}
                          summary={false}
                          className="gap-2"
                        >
                          <input type="hidden" name="secretId" value={secretId} />
                          <FormEnd
                            variant="quiet"
                            size="small"
                            className="-mr-2.5 min-h-7! text-danger! text-xs!"
                          >
                            {t('endNow')}
                          </FormEnd>
                        </ActionForm>
                      ) : (
                        <ActionForm summary="elsewhere" className="gap-2 md:justify-items-end">
                          <SecretButtons applicationId={id} announces={rotated ? outcome : undefined} />
                          <FormProblem />
                        </ActionForm>
                      ),
                  },
                ]
              : []),
          ]}
        />
      </FormStage>
      {(owns || previous) && <Lifetimes current={current} previous={previous} />}
      <div id={outcome} className="empty:hidden">
        <OneTimeNotices
          query={query}
          done={{
            keys: ['rotated', 'ended', 'switchedBack'],
            text: (key) => (key === 'switchedBack' ? keys(key) : t(key)),
          }}
        />
      </div>
      {owns && <Rotation id={id} current={current} retiresAt={previous?.retiresAt} />}
    </Section>
  )
}

type NameProps = { secret: SecretSummary; isNew: boolean; rotated: boolean }

async function Name({ secret, isNew, rotated }: NameProps) {
  const t = await getTranslations('applications.secrets')
  const { retiresAt, lastUsedAt } = secret
  if (retiresAt)
    return (
      <span className="flex flex-wrap items-center gap-2">
        {t('previous')}
        <Badge tone="warning">{t.rich('retires', { when: () => <Moment at={retiresAt} /> })}</Badge>
        {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
      </span>
    )
  return (
    <>
      <span aria-current={rotated || undefined} className="flex flex-wrap items-center gap-2">
        {t('current')}
        {isNew && !lastUsedAt && <Badge tone="success">{t('new')}</Badge>}
      </span>
      <FormOutcome otherwise={<div className="md:w-56" />}>
        <label htmlFor="client-secret" className="sr-only">
          {(await getTranslations('applications.credentials'))('clientSecret')}
        </label>
        <div className="md:w-56">
          <SecretInput id="client-secret" />
        </div>
      </FormOutcome>
    </>
  )
}

/** Says what the chosen period means; while an older secret works, when the next rotation can be. */
async function Rotation({
  id,
  current,
  retiresAt,
}: {
  id: string
  current: SecretSummary
  retiresAt?: Date | null
}) {
  const t = await getTranslations('applications.secrets')
  const until = (at: Date) => ({ when: () => <Moment at={at} />, b: (text: ReactNode) => <b>{text}</b> })
  return (
    // Keyed by the very secret that the form replaces.
    <ActionForm key={current.id} action={rotateSecret.bind(null, id)} className="max-w-none gap-2!">
      <input type="hidden" name="secretId" value={current.id} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <fieldset
          disabled={Boolean(retiresAt)}
          aria-labelledby="overlap"
          className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2"
        >
          <span id="overlap" className="font-medium text-sm">
            {t('overlap')}
          </span>
          <RadioSegments
            name="overlap"
            options={overlapHours.map((hours) => ({ value: String(hours), label: t(`overlap${hours}`) }))}
            chosen="24"
          />
        </fieldset>
        {retiresAt ? (
          <Button aria-disabled="true" aria-describedby="rotation">
            {t('rotate')}
          </Button>
        ) : (
          <SubmitButton>{t('rotate')}</SubmitButton>
        )}
      </div>
      <div id="rotation" aria-live="polite" className="text-muted text-xs [&_b]:font-medium [&_b]:text-ink">
        {retiresAt
          ? t.rich('later', until(retiresAt))
          : overlapHours.map((hours) => (
              <p key={hours} className={shownWhile[hours]}>
                {t.rich(hours === 0 ? 'untilNow' : 'until', until(secondsFromNow(hours * 3600)))}
              </p>
            ))}
      </div>
    </ActionForm>
  )
}

/** Ends every secret and token. */
export async function Leaked({ id, secretId }: { id: string; secretId: string }) {
  const t = await getTranslations('applications.secrets')
  return (
    <Section title={<span className="text-danger">{t('danger')}</span>}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-danger/40 px-5 py-3.5">
        <div className="min-w-0">
          <p className="font-medium text-sm">{t('leaked')}</p>
          <p className="text-muted text-xs">{t('leakedLead')}</p>
        </div>
        <PressForm
          key={secretId}
          action={rotateSecret.bind(null, id)}
          button={t('replace')}
          variant="dangerOutline"
          shown={
            <>
              <input type="hidden" name="secretId" value={secretId} />
              <input type="hidden" name="overlap" value="0" />
            </>
          }
        />
      </div>
    </Section>
  )
}
