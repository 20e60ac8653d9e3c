import type { ReactNode } from 'react'
import { mailtoLink } from '@/components/format'

type Props = {
  kicker?: string
  title: string
  body: string
  /** The reference to give to support, with its label. */
  reference?: { label: string; value: string }
  /** Where to write, with its label; nothing without an address. */
  support?: { label: string; email: string }
  /** Links to continue. */
  actions: ReactNode
  /** Content above the links. */
  children?: ReactNode
}

/** A closed counter: for pages that can't show what was requested. Also works in client components. */
export function DeadEnd({ kicker, title, body, reference, support, actions, children }: Props) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-4 py-8 sm:py-16">
      <div aria-hidden="true">
        <div className="on-brand arch mx-3 grid h-24 w-40 content-end overflow-clip px-8">
          <div className="shutter h-10 rounded-t-md" />
        </div>
        <div className="ledge h-2.5" />
      </div>
      {kicker && <p className="font-mono text-muted text-sm">{kicker}</p>}
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-muted">{body}</p>
      {reference && (
        <p className="text-muted text-sm">
          {reference.label}{' '}
          <code className="ml-1 break-all rounded bg-raised px-1.5 py-0.5 text-ink">{reference.value}</code>
        </p>
      )}
      {support?.email && (
        <p className="text-muted text-sm">
          {support.label} <SupportAddress email={support.email} />
        </p>
      )}
      {children}
      <div className="mt-2 flex flex-wrap gap-3">{actions}</div>
    </div>
  )
}

/** The operator's address for questions, as a link that opens a mail program. */
export function SupportAddress({ email }: { email: string }) {
  return (
    <a
      href={mailtoLink(email)}
      className="underline underline-offset-2 [overflow-wrap:anywhere] hover:text-ink"
    >
      {email}
    </a>
  )
}
