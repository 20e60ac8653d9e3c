import { CircleCheck, CircleDashed, CircleSlash, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { TextLink } from '@/components/ui/text-link'
import { useLocale } from '@/i18n/current-locale'
import { describeEvidence, type EvidenceReader } from '@/lib/rehearsals/evidence'
import {
  type CaseOutcome,
  type CaseRequirement,
  type CaseResult,
  type NamedCall,
  type RehearsalView,
  shownCases,
} from '@/lib/rehearsals/schema'

type Props = {
  rehearsal: Pick<RehearsalView, 'cases' | 'calls' | 'requirements'>
  /** The page of a call, without it for those who cannot open one. */
  pathOf?: (requestId: string) => string
  /** Whom the evidence addresses. */
  reader?: EvidenceReader
}

/** Calls that a case shows without unfolding. */
const shownCalls = 3

/** Each case that is not off, with its outcome, the evidence and the calls that show it. */
export function CaseList({ rehearsal, pathOf, reader }: Props) {
  const t = useTranslations('rehearsal')
  const locale = useLocale()
  const calls = new Map(rehearsal.calls.map((call) => [call.number, call]))
  return (
    <ol className="grid divide-y divide-line text-sm">
      {shownCases(rehearsal).map(({ id, outcome, evidence, requestIds, numbers }) => (
        <li key={id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <h3 className="font-medium text-base">{t(`cases.${id}`)}</h3>
              <code className="font-mono text-muted text-xs">{id}</code>
            </div>
            <p className="flex flex-wrap gap-2">
              <RequirementBadge requirement={rehearsal.requirements[id]} />
              <OutcomeBadge outcome={outcome} />
            </p>
          </div>
          <p>{describeEvidence(evidence, locale, reader)}</p>
          <Calls requestIds={requestIds} calls={numbers.map((number) => calls.get(number))} pathOf={pathOf} />
        </li>
      ))}
    </ol>
  )
}

type CallsProps = Pick<CaseResult, 'requestIds'> & {
  /** Of each request id. */
  calls: (NamedCall | undefined)[]
  pathOf: Props['pathOf']
}

function Calls({ requestIds, calls, pathOf }: CallsProps) {
  const t = useTranslations('rehearsal')
  if (requestIds.length === 0) return null
  const list = (
    <ul className="grid gap-1.5">
      {requestIds.map((requestId, index) => (
        // Callers choose request ids, and may use one twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="flex flex-wrap items-baseline gap-x-3 text-muted text-xs">
          <CallFacts call={calls[index]} />
          <RequestLink requestId={requestId} path={pathOf?.(requestId)} />
        </li>
      ))}
    </ul>
  )
  if (requestIds.length <= shownCalls) return list
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-muted underline">
        {t('calls', { count: requestIds.length })}
      </summary>
      <div className="mt-2">{list}</div>
    </details>
  )
}

function CallFacts({ call }: { call: NamedCall | undefined }) {
  const t = useTranslations('usage.endpoint')
  if (!call) return null
  const { at, endpoint, status, errorCode } = call
  return (
    <>
      <DateTime at={new Date(at)} as="exact" />
      <span>{[t(endpoint as 'token'), status, errorCode].filter((part) => part !== null).join(' · ')}</span>
    </>
  )
}

function RequestLink({ requestId, path }: { requestId: string; path: string | undefined }) {
  const look = 'font-mono text-xs [overflow-wrap:anywhere]'
  if (!path) return <span className={look}>{requestId}</span>
  return (
    <TextLink href={path} className={`inline-flex min-h-6 items-center ${look}`}>
      {requestId}
    </TextLink>
  )
}

const looks = {
  passed: ['success', CircleCheck],
  not_yet: ['neutral', CircleDashed],
  failed: ['danger', CircleX],
  incomplete: ['warning', CircleSlash],
} satisfies Record<CaseOutcome, [Tone, typeof CircleCheck]>

function OutcomeBadge({ outcome }: { outcome: CaseOutcome }) {
  const [tone, Icon] = looks[outcome]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {useTranslations('rehearsal.outcomes')(outcome)}
    </Badge>
  )
}

function RequirementBadge({ requirement }: { requirement: CaseRequirement }) {
  return (
    <Badge tone={requirement === 'required' ? 'info' : 'neutral'}>
      {useTranslations('rehearsal.requirements')(requirement)}
    </Badge>
  )
}
