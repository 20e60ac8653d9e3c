import type { ReactNode } from 'react'
import { TextLink } from '@/components/ui/text-link'
import { anchorOf, type GuideSection } from './sections'

/** What the tags in the messages of the documentation become. */
export const tags = {
  b: (text: ReactNode) => <strong className="font-semibold">{text}</strong>,
  code: (text: ReactNode) => <Code>{text}</Code>,
  app: (text: ReactNode) => <TextLink href="/applications/new">{text}</TextLink>,
  invalid: (text: ReactNode) => <CodeLink code="invalid_token">{text}</CodeLink>,
  quota: (text: ReactNode) => <CodeLink code="quota_exceeded">{text}</CodeLink>,
  busy: (text: ReactNode) => <CodeLink code="temporarily_unavailable">{text}</CodeLink>,
  missing: (text: ReactNode) => <CodeLink code="account_not_found">{text}</CodeLink>,
}

/** A part of the guide under its anchor. */
export function Section({ id, title, children }: { id: GuideSection; title: string; children: ReactNode }) {
  const anchor = anchorOf(id)
  return (
    <section
      id={anchor}
      aria-labelledby={`${anchor}-title`}
      className="grid min-w-0 scroll-mt-6 gap-4 border-line border-t pt-8 first:border-0 first:pt-0"
    >
      <h2 id={`${anchor}-title`} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p className="max-w-prose">{children}</p>
}

export function Points({ items, ordered }: { items: ReactNode[]; ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List
      className={`grid max-w-prose gap-2.5 pl-5 marker:text-muted ${ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the points never move
        <li key={index} className="pl-1">
          {item}
        </li>
      ))}
    </List>
  )
}

export function Code({ children }: { children: ReactNode }) {
  return (
    <code className="rounded bg-raised px-1 py-0.5 font-mono text-[0.875em] [overflow-wrap:anywhere]">
      {children}
    </code>
  )
}

/** The name of an error code, leading to its page. */
export function CodeLink({ code, children = code }: { code: string; children?: ReactNode }) {
  return (
    <TextLink href={`/docs/errors/${code}`} className="font-mono text-[0.875em] [overflow-wrap:anywhere]">
      {children}
    </TextLink>
  )
}
