import type { ReactNode } from 'react'
import { CopyButton } from '@/components/ui/copy-button'

type Props = {
  /** Exactly what is shown and copied. */
  code: string
  /** The contents of the block, for example "curl" or "Response". */
  title: string
  /** The button's text instead of "Copy". */
  copyLabel?: string
  /** The button's accessible name, where a page has several; it must contain what the button says. */
  copyName?: string
  /** Next to the title, for example an environment badge. */
  aside?: ReactNode
  /** The same text with highlighting, if any. It may not carry inline styles (CSP). */
  children?: ReactNode
  /** Long lines go on in the next one. */
  wraps?: boolean
}

/** Code as in a terminal, with a button that copies all of it. */
export function CodeBlock({ code, title, copyLabel, copyName, aside, children, wraps }: Props) {
  const overflow = wraps ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'overflow-x-auto'
  return (
    <figure className="min-w-0 overflow-hidden rounded-xl border border-code-line bg-code text-code-ink">
      <figcaption className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-code-line border-b py-1 pr-1.5 pl-4">
        <span className="font-mono text-code-muted text-xs">{title}</span>
        {aside}
        <span className="ml-auto">
          <CopyButton text={code} label={copyLabel} name={copyName} place="code" />
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} className={`${overflow} p-4 focus-visible:-outline-offset-2`}>
        <code className="font-mono text-[0.8125rem] leading-6">{children ?? code}</code>
      </pre>
    </figure>
  )
}
