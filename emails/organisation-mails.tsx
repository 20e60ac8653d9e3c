import { z } from 'zod'
import { defineMail, inOrder } from './define-mail'
import { Action, Comments, Paragraph, Reason } from './parts'
import { documents, instant, nonEmpty, onOrganisation, revision, timeZone } from './props'

const because = 'organisation'
const withReason = onOrganisation.extend({ reason: nonEmpty })

function decided({ reason, link }: z.output<typeof withReason>) {
  return inOrder(<Reason text={reason} />, <Action link={link} text="openOrganisation" />)
}

export const organisationMails = {
  'organisation-submitted': defineMail(onOrganisation.extend({ promisedBy: instant, timeZone }), {
    because,
    body: ({ link }) =>
      inOrder(
        <Paragraph text="promise" />,
        <Paragraph text="next" />,
        <Action link={link} text="openOrganisation" />,
      ),
  }),
  'organisation-decided': defineMail(
    onOrganisation.extend({
      outcome: z.enum(['verified', 'changes_requested', 'rejected']),
      revision,
      reason: nonEmpty.optional(),
      documents: documents.optional(),
    }),
    {
      because,
      variant: ({ outcome }) => outcome,
      body: ({ outcome, revision, link, ...comments }) =>
        inOrder(
          revision && outcome !== 'verified' && <Paragraph text="revision" />,
          <Comments {...comments} />,
          <Action link={link} text="openOrganisation" />,
        ),
    },
  ),
  'organisation-document-expiring': defineMail(
    onOrganisation.extend({
      documentName: nonEmpty,
      validUntil: z.iso.date(),
      expired: z.boolean(),
      /** Whether a submission with documents that are valid is in the queue already. */
      waiting: z.boolean().optional(),
      toReviewer: z.boolean(),
    }),
    {
      because: ({ toReviewer }) => (toReviewer ? 'reviewer' : 'organisation'),
      variant: ({ expired }) => (expired ? 'expired' : 'expiring'),
      body: ({ toReviewer, waiting, expired, link }) => {
        const owner = waiting ? 'waiting' : expired ? 'replace' : 'change'
        const reviewer = waiting ? 'reviewerWaiting' : 'reviewer'
        return inOrder(
          <Paragraph text={toReviewer ? reviewer : owner} />,
          <Action link={link} text="openOrganisation" />,
        )
      },
    },
  ),
  'organisation-suspended': defineMail(withReason, { because, body: decided }),
  'organisation-reinstated': defineMail(withReason, { because, body: decided }),
}
