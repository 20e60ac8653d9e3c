import { copyText } from '@/components/ui/copy-button'
import { callAction, isLost } from '@/components/ui/lost-form'

/**
 * Puts a text on the clipboard that is fetched first; null when there is none.
 * @returns whether it did; where the portal is out of reach there is nothing to copy
 */
export async function copyFetched(fetchText: () => Promise<string | null>): Promise<boolean> {
  const text = callAction(fetchText, undefined, []).then((got) => (isLost(got) ? null : got))
  const copied = copyWhenKnown(text)
  await text
  return copied
}

/**
 * A browser allows the clipboard for a moment after a press only, so the promise itself is handed over where that is
 * possible (Safari insists on it).
 */
async function copyWhenKnown(text: Promise<string | null>): Promise<boolean> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) {
    const value = await text
    return value !== null && copyText(value)
  }
  const blob = text.then((value) => {
    if (value === null) throw new Error('nothing to copy')
    return new Blob([value], { type: 'text/plain' })
  })
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  )
}
