/** The beginning of a table: how many rounds its figures come from, and how long one was. */
export function describeRounds(rounds: number, seconds: number, kind = ''): string {
  return rounds === 1 ? `one round of ${seconds} s` : `medians of ${rounds} ${kind}rounds of ${seconds} s`
}
