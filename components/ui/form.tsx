import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'

/**
 * A form in one column. The browser's own bubbles are off: the server checks everything and its answer
 * stands beside the field, in the reader's language, with and without JavaScript.
 */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate className={classNames('grid min-w-0 max-w-form gap-6', className)} {...rest} />
}
