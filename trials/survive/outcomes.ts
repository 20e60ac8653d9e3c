import { relative } from 'node:path'

/** What counts here of the report that vitest's `json` reporter writes. */
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
 * How each test of a run ended. A file that could not be loaded or prepared, so that it failed without a failed test,
 * counts as one test of the file's name.
 * @param folder what the names of files are relative to
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
 * Tells what the new schema breaks from what is broken anyway.
 * @param onNew a run on the new schema
 * @param onOwn a run, on the build's own schema, of all files in which something failed on the new one
 * @returns the names of what failed on either schema, and of what the new one alone keeps from passing
 */
export function compareOutcomes(onNew: Outcomes, onOwn: Outcomes): { either: string[]; broken: string[] } {
  const names = [...onNew.keys()]
  return {
    either: names.filter((name) => onNew.get(name) === 'failed' && onOwn.get(name) === 'failed'),
    broken: names.filter((name) => isBroken(onNew.get(name), onOwn.get(name))),
  }
}

/** One that is skipped was perhaps kept from running: the preparation of its group failed. */
function isBroken(onNew: string | undefined, onOwn: string | undefined): boolean {
  return onNew === 'failed' ? onOwn !== 'failed' : onNew !== 'passed' && onOwn === 'passed'
}
