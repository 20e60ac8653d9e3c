import { answeredStates } from '@/lib/applications/states'
import { type Activity, minErrors } from './activity'

/** A reason for a developer to look at an application. */
export type Attention =
  /** Its calls are refused until an administrator reinstates it. */
  | { kind: 'suspended' }
  /** Shares from 0 to 1: of the last hour's calls, and of those before. */
  | { kind: 'failing'; share: number; usual: number }
  /** In a minute of the last day it made more calls than its limit allows. */
  | { kind: 'limited'; peak: number; limit: number }
  | { kind: (typeof answeredStates)[number] }
  /** A program still uses the previous secret. */
  | { kind: 'secret_ends'; at: Date }
  /** The previous secret still works, and nothing has used it for a day or more since the rotation. */
  | { kind: 'secret_unused'; at: Date }
  /** Documents are missing. */
  | { kind: 'draft' }

/** The most urgent first. */
const order: Attention['kind'][] = [
  'suspended',
  'failing',
  'limited',
  ...answeredStates,
  'secret_ends',
  'secret_unused',
  'draft',
]

const states = ['suspended', ...answeredStates, 'draft'] as const

/** Fewer calls do not show what is usual. */
const minUsual = 100
const factor = 3
/** Below this, three times as many are still few. */
const minShare = 0.1

/** The matters that need attention in these applications, the most urgent first, otherwise in their order. */
export function listAttention<Entry extends Activity>(
  applications: Entry[],
): { application: Entry; attention: Attention }[] {
  const found = applications.flatMap((application) =>
    findAttention(application).map((attention) => ({ application, attention })),
  )
  return found.sort((one, other) => rank(one.attention) - rank(other.attention))
}

function findAttention(application: Activity): Attention[] {
  const { oldSecretEndsAt: at, oldSecretUsed: used, peak, limit } = application
  const kind = states.find((state) => state === application.state)
  const isCalled = kind !== 'suspended'
  const failing = isCalled ? findFailure(application) : null
  return [
    ...(kind ? [{ kind }] : []),
    ...(failing ? [failing] : []),
    ...(isCalled && limit > 0 && peak > limit ? [{ kind: 'limited', peak, limit } as const] : []),
    ...(at && used !== null ? [{ kind: used ? 'secret_ends' : 'secret_unused', at } as const] : []),
  ]
}

/** In the last hour a tenth of the calls or more failed, and three times as many as usual. */
function findFailure({ lately, usually }: Pick<Activity, 'lately' | 'usually'>): Attention | null {
  if (lately.errors < minErrors || usually.calls < minUsual) return null
  const [share, usual] = [lately.errors / lately.calls, usually.errors / usually.calls]
  return share >= minShare && share >= factor * usual ? { kind: 'failing', share, usual } : null
}

function rank({ kind }: Attention): number {
  return order.indexOf(kind)
}
