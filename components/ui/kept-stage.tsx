'use client'

import { type ContextType, createContext, type ReactNode, use } from 'react'
import { FormContext } from '@/components/ui/form-state'

const KeptContext = createContext<ContextType<typeof FormContext>>({ state: {} })

/** Keeps the stage around it for {@link InKeptStage}, where another stage lies between the two. */
export function KeepStage({ children }: { children: ReactNode }) {
  return <KeptContext value={use(FormContext)}>{children}</KeptContext>
}

/** Forms and outcomes of the kept stage. */
export function InKeptStage({ children }: { children: ReactNode }) {
  return <FormContext value={use(KeptContext)}>{children}</FormContext>
}
