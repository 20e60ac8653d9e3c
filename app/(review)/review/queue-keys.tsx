'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

type Props = { labels: Record<'open' | 'title' | 'next' | 'previous' | 'enter' | 'help' | 'close', string> }

/** Goes through the queue by keyboard: j and k move the focus from link to link, which Enter then opens. */
export function QueueKeys({ labels }: Props) {
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

  const keys = [
    ['j', labels.next],
    ['k', labels.previous],
    ['Enter', labels.enter],
    ['?', labels.help],
  ]
  return (
    <div className="needs-script no-print mt-6 max-sm:hidden">
      <Button variant="quiet" size="small" onClick={() => dialog.current?.showModal()}>
        <kbd className="rounded border border-line-strong px-1.5 font-mono text-xs">?</kbd>
        {labels.open}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="queue-keys-title"
        className="m-auto min-w-72 rounded-2xl border border-line bg-surface p-6 text-ink shadow-lifted backdrop:bg-black/40"
      >
        <h2 id="queue-keys-title" className="mb-4 text-lg">
          {labels.title}
        </h2>
        <dl className="mb-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          {keys.map(([key, label]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-line-strong bg-raised px-2 py-0.5 font-mono text-xs">
                  {key}
                </kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
        <Button variant="secondary" onClick={() => dialog.current?.close()}>
          {labels.close}
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

function isTyping(target: EventTarget | null) {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
