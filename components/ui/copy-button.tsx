'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '@/components/class-names'
import { buttonLook } from '@/components/ui/button-look'

type Props = {
  text: string
  /** Shown, and the accessible name unless `name` says more (it must contain the label). */
  label: string
  name?: string
  /** Shown and announced for two seconds after it worked. */
  copiedLabel: string
  /** On a code block, which is dark in both themes. */
  onCode?: boolean
}

/** Puts `text` on the clipboard. Not offered without JavaScript: the text itself can be selected. */
export function CopyButton({ text, label, name, copiedLabel, onCode }: Props) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  const Icon = copied ? Check : Copy
  return (
    <>
      <button
        type="button"
        aria-label={name}
        onClick={() => copyText(text).then(setCopied)}
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
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}

/** The clipboard exists on https and localhost only; elsewhere an old command still copies a selection. */
async function copyText(text: string) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text),
    )
  }
  return copyBySelection(text)
}

function copyBySelection(text: string) {
  const holder = document.createElement('textarea')
  holder.value = text
  document.body.append(holder)
  holder.select()
  const done = document.execCommand('copy')
  holder.remove()
  return done
}
