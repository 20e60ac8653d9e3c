'use client'

import { useState } from 'react'
import { fold } from '@/components/search-words'
import { Link } from '@/components/ui/link'

export type SwitcherEntry = { href: string; name: string; detail: string }

/** Shown before anything is typed: the newest. */
const recent = 8

type Props = { entries: SwitcherEntry[]; label: string; list: string }

/** The newest applications, or those whose name contains what is typed. */
export function SwitcherList({ entries, label, list }: Props) {
  const [text, setText] = useState('')
  const found = text
    ? entries.filter(({ name }) => fold(name).includes(fold(text)))
    : entries.slice(0, recent)
  return (
    <>
      {entries.length > recent && (
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="needs-script min-h-9 w-full rounded-lg border border-line-strong bg-surface px-2.5 text-sm"
        />
      )}
      <ul aria-label={list}>
        {found.map(({ href, name, detail }) => (
          <li key={href}>
            <Link
              href={href}
              className="flex min-h-9 items-center justify-between gap-3 rounded-md px-2.5 text-sm hover:bg-raised"
            >
              <span className="truncate font-medium">{name}</span>
              <span className="shrink-0 text-muted text-xs">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
