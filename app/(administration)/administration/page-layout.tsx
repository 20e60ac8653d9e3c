import { getTranslations } from 'next-intl/server'
import type { ComponentProps } from 'react'
import { StaffShell } from '@/app/_request/staff-shell'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'

const notices = [
  'erased',
  'uploaded',
  'approved',
  'rejected',
  'support',
  'suspended',
  'reinstated',
  'appointed',
  'access',
  'factor',
  'role',
  'unlinked',
  'invited',
  'cancelled',
  'again',
  'resolved',
  'branding',
  'feedDiscarded',
  'feedForgotten',
  'feedResumed',
  'feedRetried',
  'reminded',
  'noneReminded',
  'limit',
  'published',
  'changed',
  'withdrawn',
] as const

type Props = ComponentProps<typeof StaffShell> & {
  /** The page's query, in which an action says what was just done. */
  query?: Query
}

/** A page of administration, with the result of the last action. */
export async function AdministrationPageLayout({ query = {}, children, ...shell }: Props) {
  const t = await getTranslations('administration')
  return (
    <StaffShell {...shell}>
      <FlashMessages
        query={query}
        done={{ keys: notices, text: (key) => t(`done.${key}`) }}
        className="mb-6"
      />
      {children}
    </StaffShell>
  )
}
