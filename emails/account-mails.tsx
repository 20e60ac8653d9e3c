import { z } from 'zod'
import { defineMail, inOrder } from './define-mail'
import { Action, Callout, Details, Paragraph, Reason, SecondAction, SmallPrint } from './parts'
import { count, hours, instant, link, nonEmpty } from './props'
import type { Because } from './texts'

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
