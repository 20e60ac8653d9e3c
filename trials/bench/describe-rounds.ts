/** How a table begins: of how many rounds its figures are, and how long one was. */
export function describeRounds(rounds: number, seconds: number, kind = ''): string {
  return rounds === 1 ? `one round of ${seconds} s` : `medians of ${rounds} ${kind}rounds of ${seconds} s`
}
