import { useEffect } from 'react'
import { isTyping } from '../typing'

/**
 * Keys of the review: 1 accepts the shown document, 2 asks for another and for what to fix, j and k show the next and
 * the previous document, n and p open the next and the previous submission.
 */
export function useReviewShortcuts(
  index: number,
  show: (index: number) => void,
  documents: readonly { id: string }[],
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const id = documents[index]?.id
      const radio = (value: string) =>
        document.querySelector<HTMLInputElement>(`input[name="verdict-${id}"][value="${value}"]`)
      if (event.key === '1') radio('accepted')?.click()
      else if (event.key === '2') {
        radio('replace')?.click()
        document.getElementById(`because-${id}`)?.focus()
      } else if (event.key === 'j') show(Math.min(index + 1, documents.length - 1))
      else if (event.key === 'k') show(Math.max(index - 1, 0))
      else if (event.key === 'n' || event.key === 'p')
        document.querySelector<HTMLElement>(`[data-neighbour="${event.key}"]`)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [index, show, documents])
}
