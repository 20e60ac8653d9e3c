import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { Ended } from './process'

export type Count = { passed: number; failed: number; skipped: number }

/** A tool other than a test runner counts as one test. */
export function countTool({ code }: Ended): Count {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[]; tags: string[] }[]
  }[]
}

/**
 * Reads the file written by vitest's `json` reporter.
 * @param wanted.slow whether only tests with the tag `slow` were to run, or only those without; the others are not skipped,
 *   but left to another step
 * @param wanted.grep only tests with such names were to run, if there are any; the others are not skipped
 */
export function countVitest(
  ended: Ended,
  file: string,
  { slow, grep }: { slow?: boolean | undefined; grep?: string | undefined } = {},
): Count {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests: passed, numFailedTests: failed, testResults } = report
  const left = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending'),
  )
  const skipped = left.filter(({ tags }) => slow === undefined || tags.includes('slow') === slow).length
  return honest({ passed, failed, skipped: grep ? 0 : skipped }, ended, grep)
}

/**
 * The failed tests in vitest's report `file` with their reasons. A file that could not be loaded, or whose setup failed,
 * has a reason but no failed test.
 */
export function reasonsOfVitest(file: string): string {
  const results = read<VitestReport>(file)?.testResults ?? []
  return results
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => {
      const failed = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
      return failed.length > 0 ? failed.join('\n') : `${name}\n${message}`
    })
    .join('\n\n')
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
  /** Those that concern no single test, such as a product that did not start. */
  errors: { message?: string }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** Reads the file written by Playwright's `json` reporter, see {@link countVitest}. */
export function countPlaywright(ended: Ended, file: string, grep?: string): Count {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, skipped } = report.stats
  return honest({ passed: expected, failed: unexpected, skipped }, ended, grep)
}

/** The failed journeys in Playwright's report `file` with their reasons, without the terminal's colours. */
export function reasonsOfPlaywright(file: string): string {
  const report = read<PlaywrightReport>(file)
  if (!report) return ''
  const reasons = report.suites.flatMap(failedSpecs).map(({ file: spec, line, title, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
    return [`${spec}:${line} > ${title}`, ...errors.map(({ message }) => message)].join('\n')
  })
  return stripVTControlCharacters([...reasons, ...report.errors.map(({ message }) => message)].join('\n\n'))
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
  return [...failed, ...suites.flatMap(failedSpecs)]
}

/**
 * A run that exited with an error but without a failed test (an unreadable file, say), or that ran nothing although all were
 * wanted, has failed.
 */
function honest(count: Count, { code }: Ended, grep?: string): Count {
  const hollow = count.failed === 0 && (code !== 0 || (count.passed === 0 && !grep))
  return hollow ? { ...count, failed: 1 } : count
}

function read<Report>(file: string): Report | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}
