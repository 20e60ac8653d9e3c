import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'

/**
 * A form in one column. The browser's own messages are off: the server validates everything and its messages
 * appear next to the field, in the reader's language, with and without JavaScript.
 */
export function Form({ className, ...rest }: ComponentProps<'form'>) {
  return <form noValidate className={classNames('grid min-w-0 max-w-form gap-6', className)} {...rest} />
}
