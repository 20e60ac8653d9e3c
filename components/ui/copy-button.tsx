'use client'

import { Check, Copy } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useState, useTransition } from 'react'
import { classNames } from '@/components/class-names'
import { buttonLook } from '@/components/ui/button-look'

type Texts = { copy: string; copied: string; failed: string }

const CopyContext = createContext<Texts>({ copy: '', copied: '', failed: '' })

/** Gives every button within its words, as the browser has no messages. */
export function CopyTexts({ children, ...texts }: Texts & { children: ReactNode }) {
  return <CopyContext value={texts}>{children}</CopyContext>
}

type Props = {
  /** The text, or a function that copies it, and says whether it did. It may lead to another page instead. */
  text: string | (() => Promise<boolean>)
  /** Shown instead of "Copy", and the accessible name unless `name` says more (it must contain the label). */
  label?: string
  name?: string
  /** Announced and shown instead of the usual words when there was nothing to copy, or the browser refused. */
  failedLabel?: string
  /** What a press could not get immediately; it is copied without another press. */
  late?: { text: string }
  /** It begins with the focus: the id of what is said about it. */
  announces?: string
  /** On a code block, which is dark in both themes, or an icon within a field. */
  place?: keyof typeof places
}

const places = {
  main: buttonLook(),
  page: buttonLook({ variant: 'secondary', size: 'small' }),
  quiet:
    'inline-flex min-h-7 items-center gap-1.5 rounded-md px-2.5 font-medium text-muted text-xs hover:bg-raised hover:text-ink',
  code: 'inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 font-medium text-code-ink text-xs hover:bg-code-line',
  field:
    'absolute top-0 -right-1.5 grid size-7 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink',
}

/** Puts a text on the clipboard. Not offered without JavaScript: the text itself can be selected. */
export function CopyButton({
  text,
  label: given,
  name,
  failedLabel,
  late,
  announces,
  place = 'page',
}: Props) {
  const texts = use(CopyContext)
  const label = given ?? texts.copy
  const [copied, setCopied] = useState<boolean | null>(null)
  const [pending, startTransition] = useTransition()

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), 2000)
    return () => clearTimeout(timer)
  }, [copied])

  useEffect(() => {
    if (late) copyText(late.text).then(setCopied)
  }, [late])

  function copy() {
    if (pending) return
    // Inside a transition, so that a response that leads elsewhere reaches the router.
    startTransition(async () => setCopied(await (typeof text === 'string' ? copyText(text) : text())))
  }

  const Icon = copied ? Check : Copy
  const failed = copied === false && (failedLabel ?? texts.failed)
  return (
    <>
      <button
        type="button"
        aria-label={name}
        // biome-ignore lint/a11y/noAutofocus: what a form made, which led here
        autoFocus={announces !== undefined}
        aria-describedby={announces}
        onClick={copy}
        aria-disabled={pending || undefined}
        aria-busy={pending || undefined}
        title={place === 'field' ? label : undefined}
        className={classNames('needs-script no-print', places[place])}
      >
        <Icon className="size-4" aria-hidden="true" />
        <span className={place === 'field' ? 'sr-only' : undefined}>{label}</span>
      </button>
      {/* Announced for two seconds after it worked. */}
      <span role="status" className={failed ? 'text-danger text-xs' : 'sr-only'}>
        {copied ? texts.copied : failed}
      </span>
    </>
  )
}

/** The clipboard API exists on https and localhost only; elsewhere an old command still copies a selection. */
export async function copyText(text: string) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text),
    )
  }
  return copyBySelection(text)
}

function copyBySelection(text: string) {
  const focused = document.activeElement as HTMLElement | null
  const holder = document.createElement('textarea')
  holder.value = text
  // Outside of a modal dialog nothing can be selected, and an empty selection counts as copied.
  const dialog = focused?.closest('dialog') ?? [...document.querySelectorAll('dialog[open]')].at(-1)
  const place = dialog ?? document.body
  place.append(holder)
  holder.select()
  const isSelected = document.activeElement === holder
  const done = document.execCommand('copy') && isSelected
  holder.remove()
  focused?.focus()
  return done
}
