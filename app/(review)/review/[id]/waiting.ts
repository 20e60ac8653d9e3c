type Judged = { name: string; verdict: string | null; sent: boolean; required: boolean; identical: boolean }

/** `missing` and `identical` have `{names}`, for the browser to fill in. */
export type WaitingLabels = Record<'missing' | 'replacing' | 'noAccounts' | 'identical', string>

/** What an approval waits for, in a sentence; null where it may be sent. @param listsNone it lists no account */
export function findWaiting(
  documents: readonly Judged[],
  listsNone: boolean,
  labels: WaitingLabels,
): string | null {
  if (documents.some(({ verdict }) => verdict === 'replace')) return labels.replacing
  const missing = documents.filter(({ sent, required, verdict }) => sent && required && !verdict)
  if (missing.length > 0) return nameThem(labels.missing, missing)
  return listsNone ? labels.noAccounts : null
}

/** Which files are the same, before anyone approves them; null if none are. */
export function warnOfIdentical(documents: readonly Judged[], labels: WaitingLabels): string | null {
  const identical = documents.filter((each) => each.identical)
  return identical.length > 0 ? nameThem(labels.identical, identical) : null
}

function nameThem(text: string, documents: readonly Judged[]): string {
  return text.replace('{names}', () => documents.map(({ name }) => name).join(', '))
}
