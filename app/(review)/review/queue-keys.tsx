'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { isTyping } from './typing'

type Props = {
  open: string
  close: string
  /** The dialog's text; its heading has the id `queue-keys-title`. */
  children: ReactNode
}

/** Goes through the queue by keyboard: j and k move the focus from link to link, which Enter then opens. */
export function QueueKeys({ open, close, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'j') focusEntry(1)
      else if (event.key === 'k') focusEntry(-1)
      else if (event.key === '?') dialog.current?.showModal()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <div className="needs-script no-print mt-6 max-sm:hidden">
      <Button variant="quiet" size="small" onClick={() => dialog.current?.showModal()}>
        <kbd className="rounded border border-line-strong px-1.5 font-mono text-xs">?</kbd>
        {open}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="queue-keys-title"
        className="m-auto min-w-72 rounded-2xl border border-line bg-surface p-6 text-ink shadow-lifted backdrop:bg-black/40"
      >
        {children}
        <Button variant="secondary" onClick={() => dialog.current?.close()}>
          {close}
        </Button>
      </dialog>
    </div>
  )
}

function focusEntry(step: 1 | -1) {
  const entries = [...document.querySelectorAll<HTMLElement>('[data-queue-entry]')]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const next =
    at < 0 ? (step > 0 ? 0 : entries.length - 1) : Math.min(Math.max(at + step, 0), entries.length - 1)
  entries[next]?.focus()
}
