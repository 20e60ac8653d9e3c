import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { BoundForm } from '@/components/ui/bound-form'
import type { ButtonLook } from '@/components/ui/button-look'
import { FormEnd } from '@/components/ui/form-end'
import { FormProvider } from '@/components/ui/form-provider'
import type { FormAction, FormState } from '@/components/ui/form-state'

type Props = Omit<ComponentProps<typeof BoundForm>, 'problem'> & {
  /** Left out within a `FormProvider`, whose action it then posts to. */
  action?: FormAction
  initial?: FormState
  /** Whether errors are also listed above the form; if not, that of the form as a whole is below it, or `elsewhere`. */
  summary?: boolean | 'elsewhere'
}

/**
 * A form that a server action handles. Its fields are rendered on the server, where the texts are, and find their
 * errors and typed values by name. Works with and without JavaScript.
 */
export function ActionForm({ action, initial, summary = true, ...rest }: Props) {
  const t = useTranslations('common.field')
  const problem = summary === true ? t('errorSummary') : summary
  const form = <BoundForm {...rest} problem={problem} />
  if (!action) return form
  return (
    <FormProvider action={action} initial={initial}>
      {form}
    </FormProvider>
  )
}

type PressProps = Pick<Props, 'action'> &
  ButtonLook & {
    button: string
    /** The button's accessible name, where its text alone is ambiguous. */
    name?: string
    /** What it shows of the thing that it acts on, as a hidden field. */
    shown?: ReactNode
    children?: ReactNode
  }

/** A form of one button, and its error. */
export function PressForm({
  action,
  button,
  name,
  variant = 'secondary',
  size,
  shown,
  children,
}: PressProps) {
  return (
    <ActionForm action={action} className={children ? undefined : 'justify-items-start gap-3'}>
      {shown}
      {children}
      <FormEnd variant={variant} size={size} aria-label={name} className="whitespace-nowrap">
        {button}
      </FormEnd>
    </ActionForm>
  )
}
