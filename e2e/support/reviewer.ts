import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journeysFolder } from '@/scripts/check/folders'

type State = { email: string; password: string }

const file = join(journeysFolder, 'reviewer.json')

/** The account of the first reviewer, whose activation link works only once per run. */
export function reviewerState(): State {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function keepReviewerState(state: State): void {
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
}
