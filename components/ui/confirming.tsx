'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import type { ConfirmActions } from '@/components/ui/confirm-dialog'
import { ConfirmContext } from '@/components/ui/form-state'

/** Loaded only once it is asked for. */
const ConfirmDialog = lazy(() => import('@/components/ui/confirm-dialog'))

/** Gives the forms within the dialog that asks for a confirmation. */
export function Confirming({ actions, children }: { actions: ConfirmActions; children: ReactNode }) {
  return (
    <ConfirmContext
      value={(asked, onEnd) => (
        <Suspense fallback={null}>
          <ConfirmDialog {...{ asked, onEnd, actions }} />
        </Suspense>
      )}
    >
      {children}
    </ConfirmContext>
  )
}
