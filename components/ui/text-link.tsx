import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'

/** A link in running text or on a line of its own. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={classNames(
        'font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent',
        className,
      )}
      {...rest}
    />
  )
}
