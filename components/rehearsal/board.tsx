import { Check, X } from 'lucide-react'
import { type TranslationValues, useTranslations } from 'next-intl'
import { getFormatter, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { CaseWindow, Openings } from '@/components/rehearsal/openings'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { TextLink } from '@/components/ui/text-link'
import {
  type CaseResult,
  countPassed,
  maxRehearsalCalls,
  type NamedCall,
  type RehearsalCall,
  type RehearsalView,
  rehearsalCases,
  shownCases,
} from '@/lib/rehearsals/schema'

const guide = '/docs/rehearsal'

type Props = {
  rehearsal: Pick<RehearsalView, 'cases' | 'calls' | 'requirements'>
  /** Whether calls count now: only then closed shutters say how they open. */
  running: boolean
  pathOf: (requestId: string) => string
}

/** The cases as counters: closed until a call showed them, then open with a receipt of that call. */
export function Board({ rehearsal, running, pathOf }: Props) {
  const t = useTranslations('rehearsal')
  const cases = shownCases(rehearsal)
  const calls = new Map(rehearsal.calls.map((call) => [call.number, call]))
  const names = Object.fromEntries(rehearsalCases.map((id) => [id, t(`cases.${id}`)]))
  return (
    <Openings
      outcomes={Object.fromEntries(cases.map(({ id, outcome }) => [id, outcome]))}
      announcement={String(t.raw('announced')).replace('{count}', String(cases.length))}
      names={names as Record<CaseResult['id'], string>}
    >
      <ol className="board">
        {cases.map((each) => (
          <li
            key={each.id}
            id={each.id}
            className="min-w-0 scroll-mt-16 lg:row-span-3 lg:grid lg:grid-rows-subgrid"
          >
            <CaseWindow id={each.id} outcome={each.outcome}>
              <Sign result={each} running={running} />
              <Slip result={each} call={calls.get(each.numbers.at(-1) ?? 0)} pathOf={pathOf} />
            </CaseWindow>
            <div aria-hidden="true" className="ledge h-1.5 lg:h-2" />
            <h3 className="text-balance pt-1.5 text-center font-medium text-xs lg:-mx-2.5 lg:pt-2 lg:pb-8 lg:text-sm">
              <a href={`#${each.id}`}>{t(`cases.${each.id}`)}</a>
            </h3>
          </li>
        ))}
      </ol>
    </Openings>
  )
}

/** The outcome: in the dome of an open arch, on a sign that hangs on a closed one. */
function Sign({ result: { id, outcome }, running }: { result: CaseResult; running: boolean }) {
  const t = useTranslations('rehearsal')
  const word = t(`outcomes.${outcome}`)
  if (outcome === 'passed' || outcome === 'failed') {
    const Icon = outcome === 'passed' ? Check : X
    return (
      <p className="case-state">
        <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={3} />
        <span>{word}</span>
      </p>
    )
  }
  return (
    <p className="case-sign">
      <b className="block font-semibold text-ink">{word}</b>
      {running && outcome === 'not_yet' && <span className="max-lg:hidden">{t(`signs.${id}`)}</span>}
      {outcome === 'incomplete' && <span className="max-lg:hidden">{t('signs.incomplete')}</span>}
    </p>
  )
}

type SlipProps = { result: CaseResult; call: NamedCall | undefined; pathOf: Props['pathOf'] }

/** The receipt of the call that showed it: status, time, the evidence, and the way to the call. */
function Slip({ result, call, pathOf }: SlipProps) {
  const t = useTranslations('rehearsal')
  const { id, outcome, evidence, requestIds } = result
  if (outcome === 'not_yet' || outcome === 'incomplete') return null
  const failed = outcome === 'failed'
  const last = requestIds.at(-1)
  const text = t(`receipts.${evidence.code as 'called_again'}`, evidence as TranslationValues)
  return (
    <div className="case-slip">
      {call && (
        <p className="flex items-baseline justify-between gap-x-2 font-mono text-muted">
          <b className={`font-semibold text-xl ${failed ? 'text-danger' : 'text-success'}`}>{call.status}</b>
          <span className="case-more">
            <DateTime at={new Date(call.at)} as="rowTime" />
          </span>
        </p>
      )}
      <div className="case-more">
        {failed ? (
          <Difference
            expected={t(`expected.${id as 'quota_exceeded'}`, evidence as TranslationValues)}
            got={text}
          />
        ) : (
          <p className="first-letter:uppercase">{text}</p>
        )}
      </div>
      <p className="case-more mt-auto pt-1">
        {failed ? (
          <TextLink href={`${guide}#${id}`}>{t('fix')}</TextLink>
        ) : (
          last && (
            <TextLink href={pathOf(last)} className="font-mono">
              <span aria-hidden="true">
                {requestIds.length > 1
                  ? t('calls', { count: requestIds.length })
                  : `${last.slice(0, 8)}…${last.slice(-4)}`}
              </span>
              <span className="sr-only">{last}</span>
            </TextLink>
          )
        )}
      </p>
    </div>
  )
}

function Difference({ expected, got }: { expected: ReactNode; got: string }) {
  const t = useTranslations('rehearsal')
  return (
    <dl className="grid gap-0.5">
      {[
        [t('wanted'), expected, undefined],
        [t('got'), got, 'text-danger'],
      ].map(([term, value, look]) => (
        <div key={String(term)}>
          <dt className="inline text-muted">{term} </dt>
          <dd className={`inline ${look ?? ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type RollProps = {
  rehearsal: RehearsalView | null
  /** The latest, newest first. */
  calls: RehearsalCall[]
  applicationId: string
}

const requests = { token: 'POST /token', account: 'GET /account' } as Record<string, string>

/** The calls that count as a roll of paper, newest first, with what they showed between them. */
export function Roll({ rehearsal, calls, applicationId }: RollProps) {
  const t = useTranslations('rehearsal')
  const notes = new Map(
    (rehearsal ? shownCases(rehearsal) : [])
      .filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
      .map((each) => [each.numbers.at(-1), each]),
  )
  const earlier = (calls.at(-1)?.number ?? 1) - 1
  return (
    <section aria-labelledby="roll" className="min-w-0">
      <h2 id="roll" className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        {t('roll')}
        <TextLink href={`/applications/${applicationId}/traffic`} className="font-normal text-xs">
          {t('allRequests')}
        </TextLink>
      </h2>
      <div className="ledge h-2" />
      <div className="ticket-edge bg-ticket px-4 pt-2 pb-5 font-mono text-xs">
        {calls.length === 0 && <p className="py-2 font-sans text-muted">{t('noCalls')}</p>}
        <ol>
          {calls.map(({ number, at, status, endpoint, latencyMs, requestId }) => {
            const note = notes.get(number)
            return (
              <li key={number}>
                {note && (
                  <p
                    className={`-mx-4 border-l-2 px-4 py-1 font-sans ${note.outcome === 'passed' ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'}`}
                  >
                    {t.rich('note', {
                      name: t(`cases.${note.id}`),
                      outcome: t(`outcomes.${note.outcome}`).toLowerCase(),
                      text: t(
                        `receipts.${note.evidence.code as 'called_again'}`,
                        note.evidence as TranslationValues,
                      ),
                      b: (text) => <b>{text}</b>,
                    })}
                  </p>
                )}
                <Link
                  href={`/applications/${applicationId}/requests/${requestId}`}
                  className="grid grid-cols-[4.75rem_2.5rem_1fr_auto] border-line-strong/50 border-b border-dashed py-1 hover:bg-raised/60"
                >
                  <span className="text-muted">
                    <DateTime at={new Date(at)} as="rowTime" />
                  </span>
                  <span className={status < 400 ? 'text-success' : 'text-warning'}>{status}</span>
                  <span className="truncate">{requests[endpoint] ?? endpoint}</span>
                  <span className="text-muted">{latencyMs} ms</span>
                </Link>
              </li>
            )
          })}
        </ol>
        {earlier > 0 && <p className="pt-2 font-sans text-muted">{t('earlier', { count: earlier })}</p>}
      </div>
      {rehearsal?.state === 'running' && [...notes.values()].some(({ outcome }) => outcome === 'failed') && (
        <p className="mt-4 text-muted text-xs">{t('verdict')}</p>
      )}
    </section>
  )
}

type ScoreProps = {
  rehearsal: RehearsalView | null
  /** Of the cases shown, where there is no rehearsal yet. */
  count: number
  /** The time of the page. */
  at: Date
  /** What can be done next. */
  children: ReactNode
}

/** How many cases have passed, in large figures, and what is left of the run. */
export async function Score({ rehearsal, count, at, children }: ScoreProps) {
  const t = await getTranslations('rehearsal')
  const format = await getFormatter()
  const cases = rehearsal ? shownCases(rehearsal) : []
  const passed = rehearsal ? countPassed(rehearsal).passed : 0
  const failed = cases.filter(({ outcome }) => outcome === 'failed').length
  return (
    <section aria-label={t('score')} className="flex flex-wrap items-end gap-x-10 gap-y-3">
      <div>
        <h2 className="font-medium text-muted text-xs">
          {t('title')}
          {rehearsal &&
            t.rich(rehearsal.state === 'running' ? 'since' : 'on', {
              at: () => (
                <DateTime at={rehearsal.startedAt} as={rehearsal.state === 'running' ? 'time' : 'date'} />
              ),
            })}
        </h2>
        <p
          className={`font-semibold text-[3.5rem] tabular-nums leading-14 tracking-tighter ${rehearsal ? '' : 'text-muted'}`}
        >
          {passed} <span className="font-normal text-muted">/ {count}</span>
        </p>
      </div>
      {rehearsal && (
        <>
          <Span rehearsal={rehearsal} at={at} />
          <Fact value={format.number(rehearsal.callsCounted)}>
            {t('ofCalls', { max: format.number(maxRehearsalCalls) })}
          </Fact>
          {failed > 0 && (
            <Fact value={<span className="text-danger">{t('failed', { count: failed })}</span>}>
              {t('most', { count: count - failed })}
            </Fact>
          )}
        </>
      )}
      <div className="no-print ml-auto flex flex-wrap items-center gap-3">{children}</div>
    </section>
  )
}

/** The time that is left, or how long it took and why it ended. */
async function Span({ rehearsal, at }: { rehearsal: RehearsalView; at: Date }) {
  const { state, startedAt, endsAt, endedAt, endReason } = rehearsal
  const t = await getTranslations('rehearsal')
  const running = state === 'running'
  const to = endedAt ?? endsAt
  const minutes = Math.max(0, Math.round((to.getTime() - (running ? at : startedAt).getTime()) / 60_000))
  return (
    <Fact value={t('duration', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}>
      {running
        ? t('left')
        : t.rich('span', {
            from: () => <DateTime at={startedAt} as="time" />,
            to: () => <DateTime at={to} as="time" />,
          })}
      {endReason && endReason !== 'requested' && `, ${t(`facts.reasons.${endReason}`)}`}
    </Fact>
  )
}

function Fact({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <p className="text-muted text-xs">
      <span className="block font-medium text-ink text-xl tabular-nums">{value}</span>
      {children}
    </p>
  )
}
