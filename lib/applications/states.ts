import type {
  ApplicationState,
  DecisionOutcome,
  Environment,
  OrganisationState,
  SubmissionState,
} from '@/generated/prisma/enums'

type Entry = {
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  /** By the name of Lucide. */
  icon: string
  /** Who takes it further on the way to its approval; the system proves it. */
  turn?: 'owner' | 'reviewer' | 'system'
  /** It changes no more: an owner who continues opens another submission. */
  over?: true
}

/**
 * What a reviewer decides, and the e-mail that says so of an application: a first approval is mailed after its proof,
 * that of a revision here. Organisations have one e-mail for all.
 */
export const outcomeStates = {
  changes_requested: {
    tone: 'warning',
    icon: 'PencilLine',
    turn: 'owner',
    mail: 'validation-changes-requested',
  },
  approved: { tone: 'success', icon: 'CircleCheck', over: true, mail: 'revision-approved' },
  rejected: { tone: 'danger', icon: 'CircleX', turn: 'owner', over: true, mail: 'validation-rejected' },
} as const satisfies Record<DecisionOutcome, Entry & { mail: string }>

/** In the order in which reviewers list them. Most are also the state of the application or the organisation. */
const submissionStates = {
  draft: { tone: 'neutral', icon: 'CircleDashed', turn: 'owner' },
  in_validation: { tone: 'info', icon: 'Clock', turn: 'reviewer' },
  ...outcomeStates,
  withdrawn: { tone: 'neutral', icon: 'Ban', over: true },
} as const satisfies Record<SubmissionState, Entry>

/** The state of an application or an organisation. */
export type SubjectState = ApplicationState | OrganisationState

/**
 * All that pages, e-mails and commands know of a state, whether a submission, an application or an organisation has it.
 * Its name and sentences are the messages of the same name.
 */
export const states = {
  ...submissionStates,
  activating: { tone: 'info', icon: 'Zap', turn: 'system' },
  active: { tone: 'success', icon: 'CircleCheck' },
  suspended: { tone: 'danger', icon: 'CirclePause' },
  deleted: { tone: 'neutral', icon: 'Ban', over: true },
  in_verification: { tone: 'info', icon: 'Clock', turn: 'reviewer' },
  verified: { tone: 'success', icon: 'CircleCheck' },
  closed: { tone: 'neutral', icon: 'Ban', over: true },
} as const satisfies Record<SubmissionState | SubjectState, Entry>

type State = keyof typeof states
type Like<Shape> = { [Name in State]: (typeof states)[Name] extends Shape ? Name : never }[State]
type OwnersTurn = Like<{ turn: 'owner' }>
type Over = Like<{ over: true }>
type ToBeSent = Exclude<OwnersTurn, Over>
type InReview = Like<{ turn: 'reviewer' }>
type Answered = Extract<OwnersTurn, DecisionOutcome>

/** Whether it is still to be sent, for the first time or again: until then its documents can change. */
export function isToBeSent(state: State): state is ToBeSent {
  const { turn, over }: Entry = states[state]
  return turn === 'owner' && !over
}

/** Whether it waits for a reviewer's decision. */
export function isInReview(state: State): state is InReview {
  return turnOf(state) === 'reviewer'
}

/** Whether it is to be sent or decided. */
export function isOpen(state: State): state is ToBeSent | InReview {
  return isToBeSent(state) || isInReview(state)
}

/** Whether a reviewer gave it back, for a reason that the owner has to act on. */
export function isAnswered(state: State): state is Answered {
  return state in outcomeStates && turnOf(state) === 'owner'
}

/** Who takes it further on the way to its approval; undefined if it was approved or ended. */
function turnOf(state: State): Entry['turn'] {
  return (states[state] as Entry).turn
}

/** The way to Production, in the order in which it is gone. */
export const goLiveSteps = ['draft', 'submit', 'review', 'proof', 'live'] as const

/** The index of the step that an application in this state has come to. */
export function goLiveStep(state: State): number {
  const turn = turnOf(state)
  return turn ? { owner: 1, reviewer: 2, system: 3 }[turn] : 4
}

const namesOf = <Name extends string>(table: Record<Name, Entry>) => Object.keys(table) as Name[]

export const outcomes = namesOf(outcomeStates)
export const answeredStates = outcomes.filter(isAnswered)
/** Of submissions that are to be sent or decided. */
export const openStates = namesOf(submissionStates).filter(isOpen)
/** Of submissions that wait for a reviewer, or that one has decided. */
export const reviewStates = [
  ...openStates.filter((state): state is Extract<SubmissionState, InReview> => isInReview(state)),
  ...outcomes,
]
/** Of applications and organisations that were not approved yet, and wait for their owner. */
export const ownersTurnStates = ['draft', ...answeredStates] as const

/** The actors of transitions: the owner, a reviewer, an administrator, or the worker. */
export type TransitionActor = 'owner' | 'reviewer' | 'administrator' | 'system'

type Transition = {
  action: string
  from: ApplicationState
  to: ApplicationState
  by: readonly TransitionActor[]
}

const anyone: readonly TransitionActor[] = ['owner', 'administrator']
const reviewers: readonly TransitionActor[] = ['reviewer', 'administrator']

/** What submissions do to an application or organisation, which has `waiting` and `approved` by names of its kind. */
export function listReviewTransitions<const Waiting, const Approved>(waiting: Waiting, approved: Approved) {
  return [
    { action: 'submit', from: 'draft', to: waiting, by: ['owner'] },
    { action: 'withdraw', from: waiting, to: 'draft', by: ['owner'] },
    { action: 'approve', from: waiting, to: approved, by: reviewers },
    { action: 'request_changes', from: waiting, to: 'changes_requested', by: reviewers },
    { action: 'reject', from: waiting, to: 'rejected', by: reviewers },
    { action: 'resubmit', from: 'changes_requested', to: waiting, by: ['owner'] },
    { action: 'reopen', from: 'rejected', to: 'draft', by: ['owner'] },
  ] as const
}

export type ReviewAction = ReturnType<typeof listReviewTransitions>[number]['action']

const undeleted = [...ownersTurnStates, 'in_validation', 'activating', 'active', 'suspended'] as const

/**
 * Every allowed change of state of a Production application; any other is refused. Commands, pages and the test that
 * tries all pairs use this one table.
 */
const productionTransitions = [
  ...listReviewTransitions('in_validation', 'activating'),
  { action: 'prove', from: 'activating', to: 'active', by: ['system'] },
  { action: 'fail_proof', from: 'activating', to: 'in_validation', by: ['system'] },
  // The system, if it leaves a suspended organisation; see `deleteDeveloper`.
  { action: 'suspend', from: 'active', to: 'suspended', by: [...anyone, 'system'] },
  { action: 'reinstate', from: 'suspended', to: 'active', by: ['administrator'] },
  ...undeleted.map((from) => ({ action: 'delete', from, to: 'deleted', by: anyone }) as const),
] as const satisfies readonly Transition[]

export type TransitionAction = (typeof productionTransitions)[number]['action']

const sandboxActions: readonly TransitionAction[] = ['suspend', 'reinstate', 'delete']
const sandboxStates: readonly ApplicationState[] = ['active', 'suspended']

/**
 * The state to which `action` leads from `state`, or null if this actor may not take it there. A Sandbox application
 * has only the actions on its three states.
 */
export function findTransition(
  environment: Environment,
  state: ApplicationState,
  action: TransitionAction,
  actor: TransitionActor,
): Transition | null {
  if (environment === 'sandbox' && !(sandboxActions.includes(action) && sandboxStates.includes(state)))
    return null
  const table: readonly Transition[] = productionTransitions
  return (
    table.find((each) => each.action === action && each.from === state && each.by.includes(actor)) ?? null
  )
}
