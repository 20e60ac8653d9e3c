'use client'

import { use } from 'react'
import { DefinitionList } from '@/components/ui/definition-list'
import { FormContext } from '@/components/ui/form-state'
import type { FoundAccount } from './labels'

/** The results of the search around it. */
export function FoundAccounts() {
  const found = use(FormContext).state.value as FoundAccount[] | undefined
  if (!found) return null
  return (
    <div role="status" className="mt-6 grid gap-6 sm:grid-cols-2 xl:grid-cols-1">
      {found.map(({ title, items }) => (
        <section key={title} aria-label={title} className="grid content-start gap-3">
          <h3 className="font-semibold">{title}</h3>
          <DefinitionList items={items} />
        </section>
      ))}
    </div>
  )
}
