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
