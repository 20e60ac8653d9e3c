/** One defence: where it is, how it is removed, and the tests that must then fail. */
export type Defence = {
  name: string
  file: string
  /** Each text occurs exactly once in the file, so that an outdated entry fails. */
  edits: [search: string, replacement: string][]
  tests: string
  /** Narrows a long test file to the tests whose names match this. */
  only?: string
}

/** @param removal `[search, replacement]` pairs, or one text that goes */
export function defence(
  name: string,
  file: string,
  removal: string | [string, string][],
  tests: string,
  only?: string,
): Defence {
  const edits: Defence['edits'] = typeof removal === 'string' ? [[removal, '']] : removal
  return { name, file, edits, tests, ...(only ? { only } : {}) }
}
