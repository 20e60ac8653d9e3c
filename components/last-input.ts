/** A field's label and its text. */
type LabelledInput = { label: string; text: string }

let latest: LabelledInput[] = []

/**
 * What was typed into the last submitted form, except passwords and codes, in case the form was not received. Only this
 * page keeps it, in memory.
 */
export function latestInput(): LabelledInput[] {
  return latest
}

// React intercepts the form before it leaves the browser: the capture phase comes before that.
if (typeof document !== 'undefined')
  document.addEventListener('submit', ({ target }) => note(target as HTMLFormElement), { capture: true })

function note(form: HTMLFormElement): void {
  latest = [...form.elements]
    .filter((each): each is HTMLInputElement | HTMLTextAreaElement =>
      each.matches('textarea, input:is([type=text], [type=email], [type=search], [type=tel], [type=url])'),
    )
    .filter(({ name, value }) => value.trim() && !/password|passkey|code/i.test(name))
    .map(({ labels, name, value }) => ({ label: labels?.[0]?.textContent?.trim() || name, text: value }))
}
