import { existsSync, readFileSync } from 'node:fs'
import type { Ended } from './process'

export type Count = { passed: number; failed: number; skipped: number }

/** A tool other than a test runner counts as one test. */
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
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Reads the file written by vitest's `json` reporter. */
export function countVitest(ended: Ended, file: string): Count {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return honest({ passed, failed, skipped }, ended)
}

/**
 * The failures in vitest's report `file`: each test file with its failed tests and their reasons. A file that could not
 * be loaded, or whose setup failed, has a reason but no failed test. `passed` counts its tests that passed.
 */
export function failuresOfVitest(file: string): { file: string; reasons: string; passed: number }[] {
  const results = read<VitestReport>(file)?.testResults ?? []
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      return { file: name, passed, reasons: failed.length > 0 ? failed.join('\n') : `${name}\n${message}` }
    })
}

type PlaywrightSuite = {
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Reads the file written by Playwright's `json` reporter; a journey that passed when retried has passed. */
export function countPlaywright(ended: Ended, file: string): Count {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, ended)
}

/** The titles of the journeys in Playwright's report `file` that passed when retried. */
export function retriedByPlaywright(file: string): string[] {
  const list = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...suites.flatMap(list),
  ]
  return list(read<PlaywrightReport>(file) ?? {})
}

/**
 * A run that exited with an error but without a failed test (an unreadable file, say), or that ran nothing, has failed.
 */
function honest(count: Count, { code }: Ended): Count {
  const hollow = count.failed === 0 && (code !== 0 || count.passed === 0)
  return hollow ? { ...count, failed: 1 } : count
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}
