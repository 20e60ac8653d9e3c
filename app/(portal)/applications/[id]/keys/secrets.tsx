import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { ActionForm, PressForm } from '@/components/ui/action-form'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { RadioSegments } from '@/components/ui/checkbox'
import { DateTime } from '@/components/ui/date-time'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import { FormProblem } from '@/components/ui/form-state'
import { Section } from '@/components/ui/section'
import { SubmitButton } from '@/components/ui/submit-button'
import { type Column, Table } from '@/components/ui/table'
import type { TeamApplication } from '@/lib/applications/queries'
import { may } from '@/lib/applications/rights'
import { dayMs, now, secondsFromNow } from '@/lib/clock'
import { isSilent, type SecretSummary } from '@/lib/credentials/queries'
import { overlapHours } from '@/lib/credentials/schema'
import { revealSecret, revokePreviousSecret, rotateSecret } from '../actions'
import { SecretButtons } from '../credentials'
import { SecretInput } from '../secret'

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
      <FormProvider key={current.id} action={revealSecret.bind(null, id)}>
        <Table
          caption={t('title')}
          rows={[current, ...(previous ? [previous] : [])]}
          rowKey={(secret) => secret.id}
          columns={[
            {
              label: t('secret'),
              cell: (secret) => <Name secret={secret} isNew={Boolean(previous)} {...{ rotated }} />,
            },
            { label: t('created'), cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
            ...(await lastUseColumns()),
            ...(owns
              ? [
                  {
                    label: t('action'),
                    action: true,
                    cell: ({ id: secretId, retiresAt }: SecretSummary) =>
                      retiresAt ? (
                        <ActionForm
                          action={revokePreviousSecret.bind(null, id)}
                          summary={false}
                          className="gap-2"
                        >
                          <input type="hidden" name="secretId" value={secretId} />
                          <FormEnd variant="quiet" size="small" className="min-h-7! text-danger! text-xs!">
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
      </FormProvider>
      {(owns || previous) && <Lifetimes current={current} previous={previous} />}
      <div id={outcome} className="empty:hidden">
        <FlashMessages
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
        <Badge tone="warning">{t.rich('retires', { when: () => <DateTime at={retiresAt} /> })}</Badge>
        {isSilent(secret) && <Badge tone="success">{t('silent')}</Badge>}
      </span>
    )
  return (
    <>
      <span aria-current={rotated || undefined} className="flex flex-wrap items-center gap-2">
        {t('current')}
        {isNew && !lastUsedAt && <Badge tone="success">{t('new')}</Badge>}
      </span>
      <label htmlFor="client-secret" className="sr-only">
        {(await getTranslations('applications.credentials'))('clientSecret')}
      </label>
      <div className="md:w-56">
        <SecretInput id="client-secret" />
      </div>
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
  const until = (at: Date) => ({ when: () => <DateTime at={at} />, b: (text: ReactNode) => <b>{text}</b> })
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

type Used = { lastUsedAt: Date | null; lastUsedAddress: string | null }

/** When a secret or key was last used, and from where. */
export async function lastUseColumns(): Promise<Column<Used>[]> {
  const t = await getTranslations('applications.secrets')
  return [
    {
      label: t('lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} as="relative" /> : t('never')),
    },
    {
      label: t('address'),
      cell: ({ lastUsedAddress }) => <code className="text-xs">{lastUsedAddress ?? t('nowhere')}</code>,
    },
  ]
}

type Hours = (typeof overlapHours)[number]

/** What is shown while a period is chosen in the form of the same group, also without a script. */
const shownWhile: Record<Hours, string> = {
  0: 'hidden group-has-[[value="0"]:checked]/rotation:block',
  24: 'hidden group-has-[[value="24"]:checked]/rotation:block',
  72: 'hidden group-has-[[value="72"]:checked]/rotation:block',
  168: 'hidden group-has-[[value="168"]:checked]/rotation:block',
}

/** Two weeks, of which `now` is at two fifths; those days have a date. */
const nowAt = 40
const dayWidth = 100 / 14
const datedDays = [-4, -2, 2, 4, 6]
/** An older secret that begins after it has its name before it. */
const short = 20

/** Per cent of the width. */
function placeOf(at: Date): number {
  const place = nowAt + ((at.getTime() - now().getTime()) / dayMs) * dayWidth
  return Math.min(100, Math.max(0, place))
}

type LifetimesProps = { current: SecretSummary; previous?: SecretSummary }

/**
 * How long which secret works: the current one and what a rotation would make of it, or the two that work now. A
 * picture of what is next to it in words; drawn with attributes, as the policy forbids inline styles.
 */
async function Lifetimes({ current, previous }: LifetimesProps) {
  const t = await getTranslations('applications.secrets')
  const format = await getFormatter()
  const write = (at: Date) => format.dateTime(at, { day: 'numeric', month: 'short' })
  const older = previous ?? current
  const from = placeOf(older.createdAt)
  const name = previous ? 'previous' : 'current'
  // Next to a bar that begins late there is room for less.
  const label = from > short ? t(name) : t(`${name}Since`, { date: write(older.createdAt) })
  return (
    <svg aria-hidden="true" className="mt-2 h-26 w-full text-xs forced-colors:hidden">
      <pattern
        id="hatched"
        width="12"
        height="12"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="12" className="fill-accent-soft" />
      </pattern>
      {previous?.retiresAt ? (
        <Pair
          older={{ from, label, ...looks.previous }}
          end={placeOf(previous.retiresAt)}
          newer={{ from: placeOf(current.createdAt), label: t('current'), ...looks.current }}
          both={t('both')}
        />
      ) : (
        overlapHours.map((hours) => (
          <g key={hours} className={shownWhile[hours]}>
            <Pair
              older={{ from, label, ...looks.current }}
              end={nowAt + (hours / 24) * dayWidth}
              newer={{ from: nowAt, label: t('next'), ...looks.next }}
              both={t('both')}
            />
          </g>
        ))
      )}
      <line x2="100%" y1="84" y2="84" className="stroke-line" />
      <line x1={`${nowAt}%`} x2={`${nowAt}%`} y2="84" className="stroke-ink" />
      <text x={`${nowAt}%`} y="100" textAnchor="middle" className="fill-ink font-medium">
        {t('now')}
      </text>
      {datedDays.map((days) => (
        <text
          key={days}
          x={`${nowAt + days * dayWidth}%`}
          y="100"
          textAnchor="middle"
          className={Math.abs(days) > 2 ? 'fill-muted' : 'fill-muted max-sm:hidden'}
        >
          {write(new Date(now().getTime() + days * dayMs))}
        </text>
      ))}
    </svg>
  )
}

const looks = {
  current: { bar: 'fill-fill', text: 'fill-fill-ink' },
  previous: { bar: 'fill-raised stroke-line-strong stroke-2', text: 'fill-ink' },
  next: { bar: 'fill-[url(#hatched)] stroke-accent stroke-2', text: 'fill-accent' },
}

type Life = { from: number; label: string; bar: string; text: string }
type PairProps = { older: Life; end: number; newer: Life; both: string }

/** The older secret until its end, the newer one from its beginning, and while both work. */
function Pair({ older, end, newer, both }: PairProps) {
  const overlaps = end > newer.from
  const fits = end < 80
  return (
    <>
      {overlaps && (
        <rect x={`${newer.from}%`} width={`${end - newer.from}%`} height="84" className="fill-accent/10" />
      )}
      <Bar y={8} life={older} end={end} />
      <Bar y={44} life={newer} end={100} />
      {overlaps && (
        <text
          x={`${end}%`}
          dx={fits ? 8 : -8}
          y="26"
          textAnchor={fits ? 'start' : 'end'}
          className={`font-medium ${fits ? 'fill-accent' : older.text}`}
        >
          {both}
        </text>
      )}
    </>
  )
}

/** Round where it begins and ends within the picture: the rest of it is clipped. */
function Bar({ y, life: { from, label, bar, text }, end }: { y: number; life: Life; end: number }) {
  const width = from > 0 && end < 100 ? 'w-full' : 'w-[calc(100%+0.5rem)]'
  const isShort = from > short && end < 100
  return (
    <>
      <svg aria-hidden="true" x={`${from}%`} y={y} width={`${end - from}%`} height="28">
        <rect x={from > 0 ? 0 : -8} height="28" rx="6" className={`${width} ${bar}`} />
      </svg>
      <text
        x={`${from}%`}
        dx={isShort ? -8 : 10}
        y={y + 18}
        textAnchor={isShort ? 'end' : 'start'}
        className={`font-medium ${isShort ? 'fill-ink' : text}`}
      >
        {label}
      </text>
    </>
  )
}
