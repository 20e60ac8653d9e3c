'use client'

import { useEffect } from 'react'
import { isTyping } from './typing'

/** Goes through the queue by keyboard: j and k move the focus from link to link, which Enter then opens. */
export function QueueShortcuts({ hint }: { hint: string }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'j') focusEntry(1)
      else if (event.key === 'k') focusEntry(-1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return <p className="needs-script no-print mt-4 text-muted text-xs max-sm:hidden">{hint}</p>
}

function focusEntry(step: 1 | -1) {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-queue-entry]')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const next =
    at < 0 ? (step > 0 ? 0 : entries.length - 1) : Math.min(Math.max(at + step, 0), entries.length - 1)
  entries[next]?.focus()
}
