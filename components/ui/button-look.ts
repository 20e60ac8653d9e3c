import { classNames } from '@/components/class-names'

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
    'border-transparent bg-transparent text-danger hover:bg-danger-soft focus-visible:bg-danger-soft',
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
