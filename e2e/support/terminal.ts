import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'

const runProgram = promisify(execFile)

/** Runs text copied from a page in bash, as its reader would; @returns its output */
export async function runInTerminal(snippet: string): Promise<string> {
  expect(snippet).toContain('curl')
  const { stdout } = await runProgram('bash', ['-c', snippet])
  return stdout
}
