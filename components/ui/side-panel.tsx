import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { RowShortcuts } from '@/components/ui/row-shortcuts'

type Props = {
  id: string
  title: ReactNode
  /** The way to the neighbours of what is shown, and back. */
  nav: ReactNode
  children: ReactNode
}

/** Next to its list, which makes room for the panel. */
export const besidePanel = 'no-print max-lg:hidden lg:mr-[calc(min(32.5rem,50vw)-0.5rem)]'

/** One row of a list next to it, along the right edge of the window; alone on a narrow screen. Server component. */
export function SidePanel({ id, title, nav, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-5 border-line bg-surface lg:fixed lg:top-12 lg:right-0 lg:bottom-0 lg:w-[min(32.5rem,50vw)] lg:overflow-y-auto lg:border-l lg:px-6 lg:pb-5 max-lg:bg-transparent print:static print:w-full"
    >
      <header className="flex min-h-12 items-center gap-x-3 border-line border-b bg-inherit lg:sticky lg:top-0 lg:z-1 lg:-mx-6 lg:px-6">
        <h2 id={id} className="min-w-0 flex-1 truncate text-subject">
          {title}
        </h2>
        {nav}
      </header>
      {children}
    </section>
  )
}

type Step = { href: string; label: string }
type NavProps = { label: string; newer: Step | false; older: Step | false; back: Step }

/** The way to the rows before and after this one, and back to all of them, by link and by key. */
export function PanelNav({ label, newer, older, back }: NavProps) {
  const steps = [
    { step: newer, keys: 'k ArrowLeft', Icon: ChevronUp },
    { step: older, keys: 'j ArrowRight', Icon: ChevronDown },
    { step: back, keys: 'Escape', Icon: X },
  ]
  return (
    <nav aria-label={label} className="no-print -mr-2 flex">
      {steps.map(
        ({ step, keys, Icon }) =>
          step && (
            <ButtonLink
              key={keys}
              href={step.href}
              data-key={keys}
              variant="quiet"
              size="small"
              scroll={false}
            >
              <Icon aria-hidden="true" />
              <span className="sr-only">{step.label}</span>
            </ButtonLink>
          ),
      )}
      <RowShortcuts />
    </nav>
  )
}
