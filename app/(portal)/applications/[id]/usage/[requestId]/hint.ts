/** What the gateway notes for the owner only, and the message that says it in the reader's language. */
const hints = {
  'credentials of the other environment': 'otherEnvironment',
  'the application has no secret in force': 'noSecret',
  'wrong or retired secret': 'wrongSecret',
  suspended: 'suspended',
  'a test account answers with this error': 'simulated',
} as const

type HintKey = (typeof hints)[keyof typeof hints] | 'state' | 'other'

export function hintKey(hint: string): HintKey {
  const known = (hints as Record<string, HintKey>)[hint]
  return known ?? (hint.startsWith('the application is ') ? 'state' : 'other')
}
