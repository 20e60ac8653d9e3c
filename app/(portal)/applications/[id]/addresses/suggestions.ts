const prefix = 'add:'

/** The checkbox that adds a network to the list. */
export function suggestionField(network: string): string {
  return `${prefix}${network}`
}

/** The form with the networks that were ticked at the end of its list instead. */
export function addSuggestions(given: FormData): FormData {
  const form = new FormData()
  const ticked: string[] = []
  for (const [name, value] of given)
    if (name.startsWith(prefix)) ticked.push(name.slice(prefix.length))
    else form.append(name, value)
  const typed = form.get('networks')
  if (ticked.length > 0 && typeof typed === 'string')
    form.set('networks', [typed.trimEnd(), ...ticked].filter(Boolean).join('\n'))
  return form
}
