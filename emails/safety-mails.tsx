import type { ReactNode } from 'react'
import { z } from 'zod'
import { defineMail, inOrder } from './define-mail'
import { Callout, Details, Paragraph } from './parts'
import { instant, nonEmpty } from './props'
import type { Values } from './texts'

type Notice<Props> = {
  variant?: (props: Props) => string
  body?: (props: Props, shown: Values) => ReactNode
}

/** Reports a change to how an account is accessed, and says what to do if it was someone else. */
function defineNotice<Shape extends z.ZodRawShape>(
  shape: Shape,
  { variant, body }: Notice<z.output<z.ZodObject<Shape>>> = {},
) {
  return defineMail(z.object(shape), {
    because: 'safety',
    variant,
    body: (props, { shown }) => inOrder(body?.(props, shown), <Callout text="warning" />),
  })
}

export const safetyMails = {
  // E-mails that the previous version queued don't say what the key may do.
  'access-key-created': defineNotice(
    { name: nonEmpty, expiresOn: instant, mayChangeSandbox: z.boolean().optional() },
    { variant: ({ mayChangeSandbox }) => (mayChangeSandbox ? 'changes' : 'reads') },
  ),
  'break-glass-linked': defineNotice(
    { personEmail: nonEmpty, provider: nonEmpty },
    { body: (_, { person }) => <Details rows={{ account: person }} /> },
  ),
  'break-glass-sign-in': defineNotice(
    { personEmail: nonEmpty, address: nonEmpty.optional() },
    {
      body: (_, { person, address }) => <Details rows={{ account: person, address }} code={['address']} />,
    },
  ),
  'identity-linked': defineNotice({ provider: nonEmpty }),
  'identity-unlinked': defineNotice({ provider: nonEmpty }),
  'passkey-added': defineNotice(
    { name: nonEmpty, first: z.boolean() },
    { body: ({ first }) => first && <Paragraph text="first" /> },
  ),
  'passkey-removed': defineNotice(
    { name: nonEmpty, factorLeft: z.boolean() },
    { body: ({ factorLeft }) => !factorLeft && <Paragraph text="off" /> },
  ),
  'password-changed': defineNotice({}),
  'recovery-code-used': defineNotice({}),
  // Releases before passkeys queued these two without props.
  'second-factor-turned-off': defineNotice(
    { factorLeft: z.boolean().default(false) },
    { variant: ({ factorLeft }) => (factorLeft ? 'left' : 'off') },
  ),
  'second-factor-turned-on': defineNotice(
    { first: z.boolean().default(true) },
    { variant: ({ first }) => (first ? 'first' : 'another') },
  ),
  'staff-role': defineNotice(
    {
      change: z.enum(['offered', 'accepted']),
      role: z.enum(['reviewer', 'administrator']),
      personEmail: nonEmpty,
      /** None for an invitation from the command line. */
      byEmail: nonEmpty.optional(),
    },
    { body: (_, { person, by }) => <Details rows={{ account: person, by }} /> },
  ),
}
