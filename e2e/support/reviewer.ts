import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { journeysFolder } from '@/scripts/check/folders'

type State = {
  email: string
  password: string
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>
}

const file = join(journeysFolder, 'reviewer.json')

/** The session of the first reviewer, whose activation link works only once per run. */
export function reviewerState(): State {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function keepReviewerState(state: State): void {
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
}
