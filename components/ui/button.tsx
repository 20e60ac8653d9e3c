import { Download, type LucideIcon, Radio } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '@/components/class-names'
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

/**
 * `danger` ends something with this press, on a page or in a section about it. `dangerOutline` does so for one
 * of a list, or leads to the page that asks first; `dangerQuiet` in each row of one. `reject` is next to what
 * approves, and red when pointed at. Only `primary` is filled, as the brand may be as red as danger.
 */
type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'dangerOutline' | 'dangerQuiet' | 'reject' | 'quiet'
type ButtonSize = 'small' | 'medium' | 'large'
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize }

const variants: Record<ButtonVariant, string> = {
  // Nothing in it has a colour of its own, which the brand's would make unreadable.
  primary: 'border-transparent bg-fill text-fill-ink hover:bg-fill-hover **:text-inherit',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-raised',
  danger: 'border-danger bg-danger-soft text-danger ring-1 ring-danger hover:bg-danger hover:text-danger-ink',
  dangerOutline: 'border-danger/50 bg-surface text-danger hover:bg-danger-soft',
  reject: 'border-line-strong bg-surface text-ink hover:border-danger hover:bg-raised hover:text-danger',
  dangerQuiet:
    'border-transparent bg-transparent text-ink hover:bg-danger-soft hover:text-danger focus-visible:bg-danger-soft focus-visible:text-danger',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-raised',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8.5 px-2.5 text-sm',
  medium: 'min-h-10 px-4 text-sm',
  large: 'min-h-12 px-5 text-base',
}

/** The look of a button, for elements other than `<button>` and our links (for example a `<summary>`). */
export function buttonLook({ variant = 'primary', size = 'medium' }: ButtonLook = {}) {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-lg border py-1.5 text-center font-medium leading-5',
    'transition-colors focus-visible:rounded-lg disabled:cursor-not-allowed disabled:opacity-60',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}

/** Turns on, by its URL, that a page updates by itself, or off. */
export function LiveLink({ href, isLive, children }: { href: string; isLive: boolean; children: ReactNode }) {
  return (
    <ButtonLink href={href} variant="secondary" size="small" aria-current={isLive || undefined}>
      <Radio aria-hidden="true" className={isLive ? 'text-success' : undefined} />
      {children}
    </ButtonLink>
  )
}

type Props = Pick<ComponentProps<'a'>, 'href' | 'download' | 'children'> &
  Pick<ButtonLook, 'size' | 'variant'> & { icon?: LucideIcon }

/** A plain link that looks like a button: the router must not fetch a download. */
export function DownloadLink({
  href,
  download = true,
  variant = 'secondary',
  size,
  icon: Icon = Download,
  children,
}: Props) {
  return (
    <a href={href} download={download} className={buttonLook({ variant, size })}>
      <Icon aria-hidden="true" />
      {children}
    </a>
  )
}
