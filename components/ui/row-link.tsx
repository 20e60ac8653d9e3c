import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'

/** The name of a row, which leads to its page: with one in each row, fetching them all ahead costs more than it saves. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...rest}
      className={classNames(
        'inline-flex min-h-8 items-center',
        className,
        'underline-offset-2 [overflow-wrap:anywhere] hover:underline',
      )}
    />
  )
}
