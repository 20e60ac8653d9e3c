import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import { FormEnd } from '@/components/ui/form-end'
import type { FormAction } from '@/components/ui/form-state'

type Props = {
  /** Publishes what is shown. */
  action: FormAction
  /** The path of the form that was typed. */
  form: string
  /** Whom it reaches, in a sentence, and in short for the button. */
  how: ReactNode
  texts: Record<'back' | 'publish' | 'people', string>
  /** The text in each language, side by side. */
  children: ReactNode
}

/** What was typed as readers will see it, above the button that publishes it. */
export function PublishPreview({ action, form, how, texts, children }: Props) {
  return (
    <div className="grid gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">{children}</div>
      <ActionForm action={action} className="max-w-none">
        <p id="people" className="text-muted text-sm">
          {how}
        </p>
        <FormEnd aria-describedby="people" cancel={{ href: `${form}?edit=1#new`, label: texts.back }}>
          {texts.publish}
          <span aria-hidden="true"> · {texts.people}</span>
        </FormEnd>
      </ActionForm>
    </div>
  )
}
