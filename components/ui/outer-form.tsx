'use client'

import { type ContextType, createContext, type ReactNode, use } from 'react'
import { FormContext } from '@/components/ui/form-state'

const OuterFormContext = createContext<ContextType<typeof FormContext>>({ state: {} })

/** Keeps the stage around it for {@link OuterForm}, where another stage lies between the two. */
export function OuterFormProvider({ children }: { children: ReactNode }) {
  return <OuterFormContext value={use(FormContext)}>{children}</OuterFormContext>
}

/** Forms and outcomes of the kept stage. */
export function OuterForm({ children }: { children: ReactNode }) {
  return <FormContext value={use(OuterFormContext)}>{children}</FormContext>
}
