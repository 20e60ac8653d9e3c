/** What someone typed into a form that was not received, as their session had ended: in this tab, for an hour. */
type FormDraft = {
  person: string
  path: string
  title: string
  /** milliseconds since 1970 */
  at: number
  fields: [string, string][]
}

const place = 'unsent-form'
const maxAgeMs = 3_600_000

/** Name and value of each field of a form that is marked as keepable, as it would be sent. */
export function draftFields(form: HTMLFormElement): [string, string][] {
  return draftedFields(form)
    .filter((field) => !isTick(field) || field.checked)
    .map(({ name, value }) => [name, value])
}

/** Keeps them for this person and page, in place of an earlier form. */
export function saveFormDraft(person: string | undefined, fields: [string, string][]): void {
  if (!person || fields.length === 0) return
  const kept: FormDraft = { person, fields, path: location.pathname, title: document.title, at: Date.now() }
  use((storage) => storage.setItem(place, JSON.stringify(kept)))
}

export function loadFormDraft(): FormDraft | null {
  const kept = use((storage) => JSON.parse(storage.getItem(place) ?? 'null') as FormDraft | null) ?? null
  if (!kept || Date.now() - kept.at < maxAgeMs) return kept
  discardFormDraft()
  return null
}

/** Forgets what was kept of a form on this page, now that one was received for its person. */
export function discardSentDraft(person: string | undefined): void {
  const kept = loadFormDraft()
  if (kept && kept.person === person && kept.path === location.pathname) discardFormDraft()
}

export function discardFormDraft(): void {
  use((storage) => storage.removeItem(place))
}

/** Fills a form with what was typed into it, if that was kept for this person. */
export function restoreFormDraft(form: HTMLFormElement, person: string | undefined): void {
  const kept = loadFormDraft()
  if (!kept || kept.person !== person || kept.path !== location.pathname) return
  const fields = draftedFields(form)
  if (!kept.fields.every(([name]) => fields.some((field) => field.name === name))) return
  // In a row that is closed.
  form.closest('details')?.setAttribute('open', '')
  for (const field of fields) {
    const values = kept.fields.filter(([name]) => name === field.name).map(([, value]) => value)
    if (isTick(field)) {
      // Pressed, so that whatever follows the choice does.
      if (field.checked !== values.includes(field.value)) field.click()
    } else if (values[0] !== undefined) field.value = values[0]
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function draftedFields(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((each): each is Field => each.matches('[data-draft]'))
}

function isTick(field: Field): field is HTMLInputElement {
  return field.type === 'radio' || field.type === 'checkbox'
}

/** A browser may forbid storage. */
function use<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(sessionStorage)
  } catch {
    return undefined
  }
}
