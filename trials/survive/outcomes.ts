import { relative } from 'node:path'

/** The relevant part of the report that vitest's `json` reporter writes. */
export type Report = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** How each test ended (`passed`, `failed`, `skipped`, …), by its file and full name. */
export type Outcomes = Map<string, string>

/**
 * How each test of a run ended. A file that could not be loaded or set up, and so failed without a failed test, counts
 * as one test with the file's name.
 * @param folder the names of files are relative to it
 */
export function readOutcomes({ testResults }: Report, folder: string): Outcomes {
  const outcomes: Outcomes = new Map()
  for (const { name, status, assertionResults: tests } of testResults) {
    const file = relative(folder, name)
    const hollow = status !== 'passed' && !tests.some((test) => test.status === 'failed')
    outcomes.set(file, hollow ? 'failed' : 'passed')
    for (const test of hollow ? [] : tests) {
      const key = `${file} > ${test.fullName}`
      // Of several with one name the worst counts.
      if (outcomes.get(key) !== 'failed') outcomes.set(key, test.status)
    }
  }
  return outcomes
}

/**
 * Separates what the new schema breaks from what is broken anyway.
 * @param onNew a run on the new schema
 * @param onOwn a run, on the build's own schema, of all files in which something failed on the new one
 * @returns the names of what failed on either schema, and of what only the new one prevents from passing
 */
export function compareOutcomes(onNew: Outcomes, onOwn: Outcomes): { either: string[]; broken: string[] } {
  const names = [...onNew.keys()]
  return {
    either: names.filter((name) => onNew.get(name) === 'failed' && onOwn.get(name) === 'failed'),
    broken: names.filter((name) => isBroken(onNew.get(name), onOwn.get(name))),
  }
}

/** A skipped test may have been prevented from running: its group's setup failed. */
function isBroken(onNew: string | undefined, onOwn: string | undefined): boolean {
  return onNew === 'failed' ? onOwn !== 'failed' : onNew !== 'passed' && onOwn === 'passed'
}
