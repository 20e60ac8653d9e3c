import type { ReactNode } from 'react'
import { ActionForm } from '@/components/ui/action-form'
import type { FormAction } from '@/components/ui/form-state'
import { SubmitButton } from '@/components/ui/submit-button'

type Props = {
  id: string
  name: string
  /** When it was added and used. */
  children: ReactNode
  /** Its button; without it the entry stays. */
  remove?: { label: string; action: FormAction }
}

/** One of the things that open an account or read it, in a list: its name, its times, and a button that removes it. */
export function Entry({ id, name, children, remove }: Props) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line px-3 py-2.5 text-sm">
      <div className="grid min-w-0 gap-0.5">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <span className="text-muted text-xs">{children}</span>
      </div>
      {remove && (
        <ActionForm action={remove.action} summary={false}>
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="dangerOutline" size="small">
            {remove.label}
            <span className="sr-only"> {name}</span>
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  )
}
