import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * A link to a page of the portal. It requests nothing ahead: as every page depends on its visitor, Next would
 * get a few hundred bytes about each visible link, none of which its page needs, and the portal would answer
 * three requests instead of one.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
