import { existsSync, readFileSync } from 'node:fs'
import type { Ended } from './process'

export type Count = { passed: number; failed: number; skipped: number }

/** A tool that is no test runner counts as one test. */
export function countTool({ code }: Ended): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Reads what vitest's `json` reporter wrote to `file`. */
export function countVitest(ended: Ended, file: string): Count {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return honest({ passed, failed, skipped }, ended)
}

/** Each failed test of vitest's report `file`: its file, its name and why; empty when there is none. */
export function failuresOfVitest(file: string): string {
  const results = read<VitestReport>(file)?.testResults ?? []
  return results
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const unread = assertionResults.length === 0 && message ? [`${name}\n${message}`] : []
      return [
        ...unread,
        ...failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`),
      ]
    })
    .join('\n\n')
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Reads what Playwright's `json` reporter wrote to `file`; a test that needed a second try has failed. */
export function countPlaywright(ended: Ended, file: string): Count {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, ended)
}

/** A run that ended badly without a failed test (a file that cannot be read, say), or that ran nothing, has failed. */
function honest(count: Count, { code }: Ended): Count {
  const hollow = count.failed === 0 && (code !== 0 || count.passed === 0)
  return hollow ? { ...count, failed: 1 } : count
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}
