/** A field by its label, and what stood in it. */
type TypedText = { label: string; text: string }

let latest: TypedText[] = []

/**
 * What a person had typed into the form that was sent last, passwords and codes excepted: for when nobody took it. It
 * is kept by this page alone, in memory.
 */
export function latestTypedText(): TypedText[] {
  return latest
}

// React takes a form over before it leaves the browser: here it is seen before that.
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
