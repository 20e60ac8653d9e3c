'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, type MouseEvent, useTransition } from 'react'

type Props = Omit<ComponentProps<'a'>, 'download'> & {
  href: string
  /** False to leave the window where it is. */
  scroll?: boolean
}

/**
 * A link to a page of the portal, with a progress bar at the top of the window while that page is loading; the style
 * sheet shows it only after a moment: most pages arrive sooner. Next's own link is 5 kB of script, most of it for
 * requesting pages ahead. As every page depends on its visitor, that would get a few hundred bytes about each visible
 * link, none of which its page needs, and the portal would answer three requests instead of one.
 */
export function Link({ href, scroll = true, onClick, children, ...rest }: Props) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !leadsHere(event)) return
    event.preventDefault()
    startTransition(() => router.push(href, { scroll }))
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
      {pending && <span className="navigation-progress" aria-hidden="true" />}
    </a>
  )
}

/** To a page of the portal, in this window. */
function leadsHere(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin } = event.currentTarget
  const aside = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !aside && !target && origin === location.origin
}
