'use client'

import { use } from 'react'
import { FormContext } from '@/components/ui/form-state'
import { Notice } from '@/components/ui/notice'

/** Says what was done, where the form remains on the page. */
export function FormDone() {
  const { done } = use(FormContext).state
  return (
    done && (
      <Notice tone="success" role="status" className="min-w-0 [overflow-wrap:anywhere]">
        {done}
      </Notice>
    )
  )
}
