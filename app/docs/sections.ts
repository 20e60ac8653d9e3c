/** The parts of the guide in reading order; each id is its anchor and its namespace of messages. */
export const guideSections = [
  'concepts',
  'firstCall',
  'tokens',
  'balances',
  'errors',
  'limits',
  'accounts',
  'ownAccounts',
  'production',
  'teams',
  'security',
  'versions',
] as const

export type GuideSection = (typeof guideSections)[number]

/** `firstCall` is `first-call` in an address. */
export function anchorOf(section: GuideSection): string {
  return section.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
