import type { ReactNode } from 'react'

/** Long tables scroll in a box of their own, which the keyboard reaches; on paper they stand whole. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 max-h-[40rem] overflow-y-auto px-2 focus-visible:-outline-offset-2 print:max-h-none"
    >
      {children}
    </section>
  )
}
