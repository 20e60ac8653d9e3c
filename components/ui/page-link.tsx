import Link from 'next/link'
import type { ComponentProps } from 'react'
import { OnItsWay } from './on-its-way'

/** A link to a page of the portal, which says so when that page takes longer than a moment. */
export function PageLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest}>
      {children}
      <OnItsWay />
    </Link>
  )
}
