import type { ComponentProps } from 'react'
import { ButtonLink } from '@/components/ui/button'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = ComponentProps<typeof SubmitButton> & {
  /** A link next to the button, to the page that the form was opened from. */
  cancel?: { href: string; label: string }
}

/** The submit button at the end of a form, as wide as its text. */
export function FormEnd({ cancel, ...button }: Props) {
  return (
    <div className={cancel && 'flex flex-wrap gap-3'}>
      <SubmitButton {...button} />
      {cancel && (
        <ButtonLink href={cancel.href} variant="quiet">
          {cancel.label}
        </ButtonLink>
      )}
    </div>
  )
}
