'use server'

import { refresh } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { formAction } from '@/app/_request/form-action'
import { returnPath } from '@/app/_request/return-path'
import { requireAccountHolder } from '@/app/_request/session'
import { acceptTerms } from '@/lib/identity/accept-terms'

export const acceptCurrentTerms = formAction(acceptTerms, {
  messages: 'terms.errors',
  person: requireAccountHolder,
  to: (_, { form }) => returnPath(form.get('next')),
  async refuse({ reason }) {
    if (reason === 'not_found') return undefined
    // The page shows the newer version.
    refresh()
    return { error: (await getTranslations('terms.errors'))('newer'), values: {} }
  },
})
