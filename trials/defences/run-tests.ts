import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '@/scripts/check/process'
import { logOf, packageProgram } from '@/scripts/check/step'
import type { Defence } from './defence'
import type { Verdict } from './report'

type TestResult = { status: string; fullName: string; failureMessages?: string[] }
type TestReport = { testResults: { message: string; assertionResults: TestResult[] }[] }

/** Which tests notice. A file that cannot even be loaded judges nothing. */
export async function runTests(
  copy: string,
  { tests: file, only }: Pick<Defence, 'tests' | 'only'>,
): Promise<Pick<Verdict, 'failed' | 'broken'>> {
  const report = join(copy, 'vitest.json')
  rmSync(report, { force: true })
  const command = [
    ...packageProgram('vitest/vitest.mjs'),
    ...['run', '--reporter=json', `--outputFile=${report}`],
    ...(only ? ['--testNamePattern', only] : []),
    file,
  ]
  const ended = await run(command, logOf('defences'), {}, copy)
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as TestReport
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = tests.filter(isNotice).map(({ fullName }) => fullName)
    const ran = tests.some(({ status }) => status === 'passed' || status === 'failed')
    return { failed, ...(ran ? {} : { broken: testResults[0]?.message.split('\n')[0] || 'no test ran' }) }
  } catch {
    return { failed: [], broken: `the tests did not run: ${ended.output.slice(-300)}` }
  }
}

/** A test that ran out of time says that the machine is busy, and nothing about a defence. */
function isNotice({ status, failureMessages = [] }: TestResult): boolean {
  return status === 'failed' && !failureMessages.every((message) => /timed out/i.test(message))
}
