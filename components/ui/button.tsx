import type { ComponentProps } from 'react'
import { classNames } from '@/components/class-names'
import { buttonLook, type Look } from '@/components/ui/button-look'
import { PageLink } from '@/components/ui/page-link'

/** A button that does something here. In a form prefer `SubmitButton`, which shows progress. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={classNames(buttonLook({ variant, size }), className)} {...rest} />
}

/** A link that looks like a button, to another page. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof PageLink> & Look) {
  return <PageLink className={classNames(buttonLook({ variant, size }), className)} {...rest} />
}
