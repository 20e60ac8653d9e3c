'use client'

import { useEffect } from 'react'

/** Where the keys do something else. */
const own = 'input, textarea, select, pre, [role=slider], dialog, [popover]'

/** Follows the link that names the key (`data-key`); else j and k move between the rows, and f to the first filter. */
export function RowShortcuts({ hint }: { hint?: string }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(own)) return
      const link = document.querySelector<HTMLElement>(`[data-key~="${CSS.escape(key)}"]`)
      if (link) return link.click()
      const rows = [...document.querySelectorAll<HTMLElement>('.calls a, [data-queue-entry]')]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      if (key === 'j') rows[Math.min(at + 1, rows.length - 1)]?.focus()
      else if (key === 'k') rows[Math.max(at - 1, 0)]?.focus()
      else if (key === 'f') document.querySelector<HTMLElement>('[data-chips] a')?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return hint ? <p className="pointer-coarse:hidden">{hint}</p> : null
}
