const prefix = 'add:'

/** The checkbox that adds a network to the list. */
export function suggestionField(network: string): string {
  return `${prefix}${network}`
}

/** The fields of the form, in which the networks that were ticked are at the end of its list instead. */
export function readSuggestions(form: FormData): Record<string, unknown> {
  const ticked = [...form.keys()].filter((name) => name.startsWith(prefix))
  for (const name of ticked) form.delete(name)
  const typed = form.get('networks')
  const added = ticked.map((name) => name.slice(prefix.length))
  if (added.length > 0 && typeof typed === 'string')
    form.set('networks', [typed.trimEnd(), ...added].filter(Boolean).join('\n'))
  return Object.fromEntries(form)
}
