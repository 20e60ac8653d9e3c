import type { ReactNode } from 'react'
import { FormFold } from '@/components/ui/form-fold'
import { FormStage } from '@/components/ui/form-stage'
import type { FormAction } from '@/components/ui/form-state'

type Props = { title: string; body: ReactNode; action: FormAction; children: ReactNode }

/** One of an administrator's rare actions on the page's subject, folded away: what it does, and its form. */
export function Act({ title, body, action, children }: Props) {
  return (
    <div className="border-line border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <FormStage action={action}>
        <FormFold summary={<h3 className="text-base">{title}</h3>}>
          <p className="mb-4 text-muted text-sm">{body}</p>
          {children}
        </FormFold>
      </FormStage>
    </div>
  )
}
