import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead: string; children: ReactNode }

/** One section of the landing page: a heading, a sentence and its content. */
export function LandingSection({ id, title, lead, children }: Props) {
  return (
    <section aria-labelledby={id} className="border-line border-t">
      <div className="mx-auto max-w-page px-4 py-9 sm:px-6 sm:py-11">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <p className="max-w-prose text-muted">{lead}</p>
        <div className="mt-5">{children}</div>
      </div>
    </section>
  )
}
