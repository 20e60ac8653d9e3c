import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'

/** A link in running text or on a separate line. At the head of a table's row it is underlined when pointed at. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={classNames(
        'font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent',
        'in-[th]:not-hover:not-focus-visible:no-underline',
        className,
      )}
      {...rest}
    />
  )
}

/** The name of a row, which leads to its page. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classNames(
        'inline-flex min-h-8 items-center',
        className,
        'underline-offset-2 [overflow-wrap:anywhere] hover:underline focus-visible:underline',
      )}
    />
  )
}
