/**
 * Begins what the portal's server says to a script instead of an action's response, as text/plain: the sentence that
 * follows is for the person who sent the form.
 */
export const portalSays = 'Portal: '

/** What Next and the portal put on every error of theirs. */
export function errorDigestOf(error: unknown): string | undefined {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}
