'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

type Props = { href: string; menu: string; nested?: boolean; children: ReactNode }

/** A link of the documentation's contents: marks the current page, and closes the contents on a phone. */
export function NavEntry({ href, menu, nested, children }: Props) {
  const current = usePathname() === href
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={() => document.getElementById(menu)?.hidePopover?.()}
      className={`-ml-px flex min-h-8 items-center gap-2 border-transparent border-l-2 py-1 text-muted hover:border-accent hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink ${nested ? 'pl-6 text-xs' : 'pl-3'}`}
    >
      {children}
    </Link>
  )
}
