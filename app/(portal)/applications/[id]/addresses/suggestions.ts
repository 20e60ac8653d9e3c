import { formatNetwork } from '@/lib/network'

const field = /^(add|remove):/

/** The name of the button that adds a network to the list, or takes it off. */
export function listField(act: 'add' | 'remove', network: string): string {
  return `${act}:${network}`
}

/** The fields of the form, in whose list is what the pressed button says. */
export function readSuggestions(form: FormData): Record<string, unknown> {
  const pressed = [...form.keys()].filter((name) => field.test(name))
  const typed = form.get('networks')
  for (const name of pressed) form.delete(name)
  if (pressed.length > 0 && typeof typed === 'string') {
    const [add = [], remove = []] = ['add:', 'remove:'].map((act) =>
      pressed.filter((name) => name.startsWith(act)).map((name) => formatNetwork(name.slice(act.length))),
    )
    const kept = typed.split('\n').map((line) => line.trim())
    form.set('networks', [...kept.filter((line) => line && !remove.includes(line)), ...add].join('\n'))
  }
  return Object.fromEntries(form)
}
