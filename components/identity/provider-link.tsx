import type { ReactNode } from 'react'
import { classNames } from '@/components/class-names'
import { type Query, withQuery } from '@/components/query'
import { buttonLook } from '@/components/ui/button-look'

type Props = { to: '/oidc/sign-in' | '/oidc/confirm'; query: Query; children: ReactNode }

/**
 * Leads to the provider of single sign-on. A plain link: its target is another site, which Next's own link would try to
 * load as a page; and it works without JavaScript.
 */
export function ProviderLink({ to, query, children }: Props) {
  return (
    <a
      href={withQuery(to, query)}
      className={classNames(
        buttonLook({ variant: 'secondary', size: 'large' }),
        'w-full [overflow-wrap:anywhere]',
      )}
    >
      {children}
    </a>
  )
}

/**
 * Why a return from the provider of single sign-on led nowhere: codes in URLs, with a message in
 * `provider.refused`.
 */
export const providerRefusals = [
  'cancelled',
  'expired',
  'rejected',
  'unavailable',
  'throttled',
  'suspended',
  'address_taken',
  'address_unverified',
  'last_administrator',
  'linked',
  'other_person',
  'session',
] as const

export type ProviderRefusalKey = (typeof providerRefusals)[number]
