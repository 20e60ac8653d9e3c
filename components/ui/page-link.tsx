import Link from 'next/link'
import type { ComponentProps } from 'react'
import { NavigationProgress } from './navigation-progress'

/** A link to a page of the portal, which shows when that page takes longer than a moment. */
export function PageLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest}>
      {children}
      <NavigationProgress />
    </Link>
  )
}
