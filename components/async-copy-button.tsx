'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState, useTransition } from 'react'
import { classNames } from '@/components/class-names'
import { buttonLook } from '@/components/ui/button-look'

type Props = {
  /** Fetches what to copy; null when it cannot be had. May lead to another page instead. */
  getText: () => Promise<string | null>
  label: string
  copiedLabel: string
  /** Announced and shown when there was nothing to copy, or the browser refused. */
  failedLabel: string
  onCode?: boolean
}

type Outcome = 'copied' | 'failed' | null

/** Copies what has to be asked for first. Not offered without JavaScript. */
export function AsyncCopyButton({ getText, label, copiedLabel, failedLabel, onCode }: Props) {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const [pending, startTransition] = useTransition()

  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])

  function copy() {
    // Inside a transition, so that an answer that leads elsewhere reaches the router.
    startTransition(async () => {
      const text = getText()
      const written = write(text)
      await text
      setOutcome((await written) ? 'copied' : 'failed')
    })
  }

  const Icon = outcome === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        onClick={copy}
        disabled={pending}
        aria-busy={pending || undefined}
        className={classNames(
          'needs-script no-print',
          onCode
            ? 'inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 font-medium text-code-ink text-xs hover:bg-code-line'
            : buttonLook({ variant: 'secondary', size: 'small' }),
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
        {label}
      </button>
      <span role="status" className={outcome === 'failed' ? 'text-danger text-xs' : 'sr-only'}>
        {outcome === 'copied' && copiedLabel}
        {outcome === 'failed' && failedLabel}
      </span>
    </>
  )
}

/**
 * A browser allows the clipboard for a moment after a press only, so the promise itself is handed over where that is
 * possible (Safari insists on it).
 */
async function write(text: Promise<string | null>): Promise<boolean> {
  const blob = text.then((value) => {
    if (value === null) throw new Error('nothing to copy')
    return new Blob([value], { type: 'text/plain' })
  })
  try {
    if (typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write)
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    else await navigator.clipboard.writeText(await (await blob).text())
    return true
  } catch {
    return false
  }
}
