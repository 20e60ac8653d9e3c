'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/** A link of the main navigation: marks the current page, and closes its menu on a phone. */
export function NavLink({ href, menu, children }: { href: string; menu: string; children: string }) {
  const path = usePathname()
  const current = path === href || path.startsWith(`${href}/`)
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      onClick={() => document.getElementById(menu)?.hidePopover?.()}
      className="flex min-h-11 items-center rounded-lg px-3 font-medium text-base text-muted hover:bg-raised lg:max-xl:px-2 hover:text-ink aria-[current=page]:text-ink lg:min-h-10 lg:text-sm lg:aria-[current=page]:bg-raised"
    >
      {children}
    </Link>
  )
}

/** What leads to a page, on every other page. */
export function Elsewhere({ than, children }: { than: string; children: ReactNode }) {
  return usePathname() === than ? null : children
}
