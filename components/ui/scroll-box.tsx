import type { ReactNode } from 'react'

/**
 * Long and wide tables scroll in their own box, which the keyboard can reach; in print they are complete, and on a
 * phone, where they are cards.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 px-2 focus-visible:-outline-offset-2 md:max-h-[40rem] md:overflow-auto print:max-h-none"
    >
      {children}
    </section>
  )
}
