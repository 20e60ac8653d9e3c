'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Link } from '@/components/ui/link'

/** Marks the links to the part that is being read, in the contents and in the navigation. Without a script, none. */
export function MarkPart() {
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other parts
  useEffect(() => {
    const parts = [...document.querySelectorAll('main section[id]')]
    const inView = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inView.add(target)
          else inView.delete(target)
        const current = findTarget(parts) ?? parts.find((part) => inView.has(part))
        if (current) mark(current.id)
      },
      // The part at the upper third of the window is the one that is read: not the end of the one above a
      // part that a link led to.
      { rootMargin: '-15% 0px -65% 0px' },
    )
    for (const part of parts) observer.observe(part)
    showCurrentPage()
    return () => observer.disconnect()
  }, [path])
  return null
}

/** At the end of a page its last parts cannot reach the upper third: the one that a link led to is read. */
function findTarget(parts: Element[]): Element | undefined {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  return isAtEnd ? parts.find(({ id }) => `#${id}` === location.hash) : undefined
}

/** The navigation may be longer than the window. */
function showCurrentPage() {
  const link = document.querySelector<HTMLElement>('main nav [aria-current="page"]:is(nav[popover] *)')
  const nav = link?.closest('nav')
  if (link && nav) nav.scrollTop = link.offsetTop - nav.clientHeight / 3
}

function mark(id: string) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main nav a[href*="#"]'))
    if (link.pathname === location.pathname && link.hash === `#${id}`)
      link.setAttribute('aria-current', 'location')
    else link.removeAttribute('aria-current')
}

type Props = { href: string; menu: string; nested?: boolean; above?: boolean; children: ReactNode }

/**
 * A link of the documentation's contents: marks the current page, or that `above` it, and closes the contents on a
 * phone.
 */
export function NavEntry({ href, menu, nested, above, children }: Props) {
  const path = usePathname()
  const current = path === href || (above && path.startsWith(`${href}/`))
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
