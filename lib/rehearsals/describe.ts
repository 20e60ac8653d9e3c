import { setTimeout as pause } from 'node:timers/promises'
import { describeEvidence } from './evidence'
import { type RehearsalView, shownCases } from './schema'

/** A rehearsal as programs read it. */
export function describeRehearsal(view: RehearsalView) {
  const { state, startedAt, endsAt } = view
  const cases = shownCases(view).map(({ id, outcome, evidence, requestIds }) => ({
    id,
    outcome,
    evidence: describeEvidence(evidence, 'en'),
    requestIds,
  }))
  return { state, startedAt, endsAt, cases }
}

/** Whether the last calls are still being written, so that the outcomes are not final. */
export function isRecording({ cases }: RehearsalView): boolean {
  return cases.some(({ evidence }) => evidence.code === 'recording')
}

/** Reads a rehearsal until its last calls are written, as gateways do once a second; for two seconds at most. */
export async function readRecorded<Found extends RehearsalView | null>(
  read: () => Promise<Found>,
): Promise<Found> {
  let found = await read()
  for (let left = 8; found && isRecording(found) && left > 0; left--) {
    await pause(250)
    found = await read()
  }
  return found
}
