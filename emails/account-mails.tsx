import type { ReactNode } from 'react'
import { z } from 'zod'
import { count, defineMail, hours, inOrder, instant, link, nonEmpty } from './define-mail'
import { Action, Callout, Details, Paragraph, Reason, SecondAction, SmallPrint } from './parts'
import type { Because, Values } from './texts'

/** About one link that works once and expires. */
function defineLinkMail(because: Because) {
  return defineMail(z.object({ link, hours }), {
    because,
    body: ({ link }) =>
      inOrder(<Action link={link} />, <SmallPrint text="expiry" />, <SmallPrint text="ignore" />),
  })
}

export const accountMails = {
  'activation-link': defineLinkMail('address'),
  'email-change-link': defineLinkMail('address'),
  'known-browser-link': defineLinkMail('address'),
  'password-reset': defineLinkMail('safety'),
  'address-already-known': defineMail(z.object({ signInLink: link, resetLink: link }), {
    because: 'address',
    body: ({ signInLink, resetLink }) =>
      inOrder(
        <Action link={signInLink} />,
        <SecondAction link={resetLink} text="reset" />,
        <SmallPrint text="ignore" />,
      ),
  }),
  'sign-up-approved': defineMail(z.object({ link }), {
    because: 'account',
    body: ({ link }) => <Action link={link} />,
  }),
  'sign-up-rejected': defineMail(z.object({ reason: nonEmpty }), {
    because: 'account',
    body: ({ reason }) => <Reason text={reason} />,
  }),
  'account-suspended': defineMail(z.object({ reason: nonEmpty, applications: z.int().min(0) }), {
    because: 'safety',
    body: ({ reason, applications }) =>
      inOrder(applications > 0 && <Paragraph text="applications" />, <Reason text={reason} />),
  }),
  'account-reinstated': defineMail(z.object({ reason: nonEmpty.optional(), link }), {
    because: 'safety',
    body: ({ reason, link }) => inOrder(<Reason text={reason} />, <Action link={link} />),
  }),
  'account-deleted': defineMail(
    z.object({
      applications: z.int().min(0),
      shared: z.int().min(0).default(0),
      byOperator: z.boolean().default(false),
    }),
    {
      because: 'safety',
      variant: ({ byOperator }) => (byOperator ? 'byOperator' : 'asked'),
      body: ({ applications, shared, byOperator }) =>
        inOrder(
          applications > 0 && <Paragraph text="applications" />,
          shared > 0 && <Paragraph text="shared" />,
          <Paragraph text="again" />,
          !byOperator && <Callout text="warning" />,
        ),
    },
  ),
  'email-change-requested': defineMail(z.object({ link, days: count, newAddressMasked: nonEmpty }), {
    because: 'safety',
    body: ({ link }) => inOrder(<Action link={link} />, <SmallPrint text="ignore" />),
  }),
  'email-changed': defineMail(
    z.object({
      /** With `days` for the previous address; the new one has nothing to undo. */
      link: link.optional(),
      days: count.optional(),
      newAddressMasked: nonEmpty,
    }),
    {
      because: 'safety',
      body: ({ link, days }) =>
        inOrder(
          <Paragraph text="both" />,
          <Callout text={link && days ? 'undo' : 'warning'} />,
          link && <Action link={link} />,
        ),
    },
  ),
  'email-restored': defineMail(z.object({ addressMasked: nonEmpty, resetLink: link }), {
    because: 'safety',
    body: ({ resetLink }) => inOrder(<Paragraph text="next" />, <Action link={resetLink} />),
  }),
  'role-changed': defineMail(z.object({ role: z.enum(['developer', 'reviewer']) }), {
    because: 'safety',
    variant: ({ role }) => role,
    body: () => <Paragraph text="next" />,
  }),
  'terms-accepted': defineMail(z.object({ version: count, link, sha256: nonEmpty, at: instant }), {
    because: 'account',
    body: ({ version, sha256, link }, { shown }) =>
      inOrder(
        <Details rows={{ version, at: shown.at, digest: sha256 }} code={['digest']} />,
        <Action link={link} />,
      ),
  }),
  'terms-reminder': defineMail(z.object({ version: count, link }), {
    because: 'account',
    body: ({ link }) => inOrder(<Action link={link} />, <SmallPrint text="calls" />),
  }),
}

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
