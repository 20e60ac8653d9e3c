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
    status: string
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

/**
 * What failed in vitest's report `file`: each test file with its tests that failed and why. A file that could not be
 * read, or whose preparation failed, has no such test but a reason of its own. `passed` of its tests did pass.
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

/** Reads what Playwright's `json` reporter wrote to `file`; a journey that passed at its second try has passed. */
export function countPlaywright(ended: Ended, file: string): Count {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected + flaky, failed: unexpected, skipped }, ended)
}

/** The titles of the journeys of Playwright's report `file` that passed at their second try. */
export function retriedByPlaywright(file: string): string[] {
  const list = ({ specs = [], suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title),
    ...suites.flatMap(list),
  ]
  return list(read<PlaywrightReport>(file) ?? {})
}

/** A run that ended badly without a failed test (a file that cannot be read, say), or that ran nothing, has failed. */
function honest(count: Count, { code }: Ended): Count {
  const hollow = count.failed === 0 && (code !== 0 || count.passed === 0)
  return hollow ? { ...count, failed: 1 } : count
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}
