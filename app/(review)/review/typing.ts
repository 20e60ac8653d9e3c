/** Whether a pressed key is text for a field, not a command: radios and checkboxes take none. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]')
  )
}
