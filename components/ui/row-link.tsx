import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { Link } from '@/components/ui/link'

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
