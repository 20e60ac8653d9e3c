import type { ComponentProps } from 'react'
import { Link } from '@/components/ui/link'
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
