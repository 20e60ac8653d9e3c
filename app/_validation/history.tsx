import { useTranslations } from 'next-intl'
import { DateTime } from '@/components/ui/date-time'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { DecisionOutcome } from '@/generated/prisma/enums'
import { isAnswered, isInReview, type SubjectState, states } from '@/lib/applications/states'
import { listTeam } from '@/lib/applications/team-members'
import { ActivationProblem } from './activation-problem'

export type Transition = {
  id: string
  fromState: SubjectState | null
  toState: SubjectState
  actorRole: string
  actorId: string | null
  reason: string | null
  at: Date
  /** Set for an organisation's. */
  organisation?: true
  /** Events of a revision, which don't change the state. */
  revision?: 'opened' | 'submitted' | DecisionOutcome
}

type Transitions = Omit<Transition, 'organisation' | 'revision'>[]

/** The transitions of what was submitted, as entries of its history. */
export function timelineOf({
  application,
  organisation,
}: {
  application: { transitions: Transitions } | null
  organisation: { transitions: Transitions } | null
}): Transition[] {
  if (application) return application.transitions
  return (organisation?.transitions ?? []).map((each) => ({ ...each, organisation: true }))
}

type Props = {
  transitions: Transition[]
  /** The people whom the reader knows, by id; of all others the role is shown. */
  people: Map<string, string>
}

/**
 * The history of an application or an organisation: each event with its actor, time, reason and next step.
 * Server component.
 */
export function ValidationHistory({ transitions, people }: Props) {
  const t = useTranslations('validation.history')
  const inOrder = transitions.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const entries = inOrder.map((each, index): TimelineEntry => {
    const who = people.get(each.actorId ?? '') ?? t(`roles.${roleOf(each.actorRole)}`)
    return {
      key: each.id,
      title: t(`events.${eventOf(each)}`),
      meta: t.rich('by', { who, time: () => <DateTime at={each.at} /> }),
      tone: states[each.toState].tone,
      body: <Body transition={each} latest={index === inOrder.length - 1} />,
    }
  })
  return <Timeline entries={entries.reverse()} />
}

/** The same for someone of a team, with the names of its members, and of an application's organisation. */
export async function TeamHistory({
  subjectIds,
  developerId,
  transitions,
}: Pick<Props, 'transitions'> & { subjectIds: (string | null)[]; developerId: string }) {
  const teams = await Promise.all(subjectIds.map((id) => listTeam(id ?? '', developerId)))
  const people = new Map(teams.flat().map(({ id, email, displayName }) => [id, displayName || email]))
  return <ValidationHistory transitions={transitions} people={people} />
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
          {actorRole === 'system' ? <ActivationProblem problem={reason} /> : reason}
        </p>
      )}
      {latest && !revision && <p className="mt-1 text-muted">{t('next', { step: t(`steps.${toState}`) })}</p>}
    </>
  )
}

function eventOf({ fromState, toState, revision, organisation }: Transition) {
  if (revision) return `revision_${revision}` as const
  if (fromState === null) return organisation ? 'organisation_created' : 'created'
  if (toState === 'draft') return isAnswered(fromState) ? 'reopened' : 'draft'
  if (isAnswered(fromState) && isInReview(toState)) return 'resubmitted'
  if (toState === 'in_validation' && fromState === 'activating') return 'proof_failed'
  return fromState === 'suspended' && toState !== 'deleted' && toState !== 'closed' ? 'reinstated' : toState
}

const roles = ['developer', 'reviewer', 'administrator', 'system'] as const

function roleOf(actorRole: string) {
  return roles.find((role) => role === actorRole) ?? 'visitor'
}
