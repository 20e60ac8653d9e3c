'use client'

import { useEffect } from 'react'

/** Where the arrows move something else. */
const ownKeys = 'input, textarea, select, pre, [role=slider], dialog, [popover]'

/** Presses the link that names the key (`data-key`). */
export function PanelKeys() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
      if (ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return
      if (target instanceof Element && target.closest(ownKeys)) return
      document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return null
}
