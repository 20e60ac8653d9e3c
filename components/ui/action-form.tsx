import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import type { Look } from '@/components/ui/button-look'
import { FormEnd } from '@/components/ui/form-end'
import { type FormAction, FormStage, type FormState, StageForm } from '@/components/ui/form-state'

type Props = Omit<ComponentProps<typeof StageForm>, 'problem'> & {
  /** Left out within a `FormStage`, whose action it then posts to. */
  action?: FormAction
  /** What came of it where it was confirmed on a page of its own. */
  outcome?: FormState
  /** Whether errors are also listed above the form. */
  summary?: boolean
}

/**
 * A form that a server action handles. Its fields are rendered on the server, where the texts are, and find their
 * errors and typed values by name. Works with and without JavaScript.
 */
export function ActionForm({ action, outcome, summary = true, ...rest }: Props) {
  const t = useTranslations('common.field')
  const form = <StageForm {...rest} problem={summary ? t('errorSummary') : undefined} />
  if (!action) return form
  return (
    <FormStage action={action} outcome={outcome}>
      {form}
    </FormStage>
  )
}

type PressProps = Pick<Props, 'action'> &
  Look & {
    button: string
    /** The button's accessible name, where its text alone is ambiguous. */
    name?: string
    children?: ReactNode
  }

/** A form of one button, and its error. */
export function PressForm({ action, button, name, variant = 'secondary', size, children }: PressProps) {
  return (
    <ActionForm action={action} className={children ? undefined : 'justify-items-start gap-3'}>
      {children}
      <FormEnd variant={variant} size={size} aria-label={name} className="whitespace-nowrap">
        {button}
      </FormEnd>
    </ActionForm>
  )
}
