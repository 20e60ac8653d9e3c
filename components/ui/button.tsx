import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { type ButtonLook, buttonLook } from '@/components/ui/button-look'
import { Link } from '@/components/ui/link'

/** A button that does something here. In a form prefer `SubmitButton`, which shows progress. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={classNames(buttonLook({ variant, size }), className)} {...rest} />
}

/** A link that looks like a button, to another page. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & ButtonLook) {
  return <Link className={classNames(buttonLook({ variant, size }), className)} {...rest} />
}
