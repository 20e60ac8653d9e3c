import { useTranslations } from 'next-intl'
import type { ApplicationState } from '@/components/state-badge'
import { Moment } from '@/components/ui/moment'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { ProofProblem } from '@/components/validation/proof-problem'

export type Transition = {
  id: string
  fromState: ApplicationState | null
  toState: ApplicationState
  actorRole: string
  reason: string | null
  at: Date
  /** Events of a revision, which don't change the state. */
  revision?: 'opened' | 'submitted' | 'approved' | 'changes_requested' | 'rejected'
}

const tones: Record<ApplicationState, TimelineEntry['tone']> = {
  draft: 'neutral',
  in_validation: 'accent',
  changes_requested: 'warning',
  rejected: 'danger',
  activating: 'accent',
  active: 'success',
  suspended: 'warning',
  deleted: 'neutral',
}

/** An application's history: each event with its actor's role, time, reason and next step. Server component. */
export function History({ transitions }: { transitions: Transition[] }) {
  const t = useTranslations('validation.history')
  const inOrder = transitions.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const entries = inOrder.map((each, index): TimelineEntry => {
    const role = t(`roles.${roleOf(each.actorRole)}`)
    return {
      key: each.id,
      title: t(`events.${eventOf(each)}`),
      meta: t.rich('by', { role, time: () => <Moment at={each.at} /> }),
      tone: tones[each.toState],
      body: <Body transition={each} latest={index === inOrder.length - 1} />,
    }
  })
  return <Timeline entries={entries.reverse()} />
}

function Body({
  transition: { reason, actorRole, toState, revision },
  latest,
}: {
  transition: Transition
  latest: boolean
}) {
  const t = useTranslations('validation.history')
  return (
    <>
      {reason && (
        <p className="whitespace-pre-line border-line-strong border-l-2 pl-3">
          {actorRole === 'system' ? <ProofProblem problem={reason} /> : reason}
        </p>
      )}
      {latest && !revision && <p className="mt-1 text-muted">{t('next', { step: t(`steps.${toState}`) })}</p>}
    </>
  )
}

function eventOf({ fromState, toState, revision }: Transition) {
  if (revision) return `revision_${revision}` as const
  if (fromState === null) return 'created'
  if (toState === 'draft') return fromState === 'rejected' ? 'reopened' : 'draft'
  if (toState === 'in_validation' && fromState === 'changes_requested') return 'resubmitted'
  if (toState === 'in_validation' && fromState === 'activating') return 'proof_failed'
  return toState === 'active' && fromState === 'suspended' ? 'reinstated' : toState
}

const roles = ['developer', 'reviewer', 'administrator', 'system'] as const

function roleOf(actorRole: string) {
  return roles.find((role) => role === actorRole) ?? 'visitor'
}
