import { Check, X } from 'lucide-react'
import { type TranslationValues, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CaseWindow, Openings } from '@/components/rehearsal/openings'
import { DateTime } from '@/components/ui/date-time'
import { TextLink } from '@/components/ui/text-link'
import {
  type CaseResult,
  type NamedCall,
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
