'use client'

import { useEffect, useState } from 'react'

/**
 * Takes a file that is dropped anywhere on the page for the row under it, or for the only row that misses one: such
 * rows name their field in `data-drop`. The field does the rest, as if the file was dropped on it. A file for none of
 * them is let go: without this, the browser would leave the page to show it.
 */
export function DropAnywhere() {
  const [over, setOver] = useState(false)
  useEffect(() => {
    function drag(event: DragEvent) {
      if (!event.dataTransfer?.types.includes('Files')) return
      const left = event.type === 'dragleave' && event.relatedTarget === null
      setOver(event.type !== 'drop' && !left)
      if (event.type !== 'drop') return event.type === 'dragleave' || event.preventDefault()
      if (event.defaultPrevented) return
      event.preventDefault()
      const rows = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
      const row = rows.find((each) => each.contains(event.target as Node)) ?? (rows[1] ? undefined : rows[0])
      const field = document.getElementById(row?.dataset.drop ?? '')
      field?.focus()
      field?.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: event.dataTransfer }))
    }
    const kinds = ['dragenter', 'dragover', 'dragleave', 'drop'] as const
    for (const kind of kinds) document.addEventListener(kind, drag)
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, drag)
    }
  }, [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-dropping', over)
  }, [over])
  return over ? (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 z-50 ring-2 ring-accent ring-inset"
    />
  ) : null
}
