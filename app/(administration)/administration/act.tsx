import type { ReactNode } from 'react'
import { FormDisclosure } from '@/components/ui/form-disclosure'
import { FormProvider } from '@/components/ui/form-provider'
import type { FormAction } from '@/components/ui/form-state'

type Props = { title: string; body: ReactNode; action: FormAction; children: ReactNode }

/** One of an administrator's rare actions on the page's subject, folded away: what it does, and its form. */
export function Act({ title, body, action, children }: Props) {
  return (
    <div className="border-line border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <FormProvider action={action}>
        <FormDisclosure summary={<h3 className="text-base">{title}</h3>}>
          <p className="mb-4 text-muted text-sm">{body}</p>
          {children}
        </FormDisclosure>
      </FormProvider>
    </div>
  )
}
