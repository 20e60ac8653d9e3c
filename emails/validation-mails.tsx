import { z } from 'zod'
import { defineMail, inOrder } from './define-mail'
import { Action, Comments, Details, Paragraph, Quote, Reason, Receipt, SmallPrint } from './parts'
import { documents, instant, link, nonEmpty, onApplication, revision, timeZone } from './props'

const environment = () => 'production' as const
const kindOf = (props: { revision?: boolean }) => (props.revision ? 'revision' : 'application')

export const validationMails = {
  'validation-submitted': defineMail(onApplication.extend({ promisedBy: instant.optional(), timeZone }), {
    environment,
    body: ({ promisedBy, link }) =>
      inOrder(promisedBy && <Paragraph text="promise" />, <Paragraph text="next" />, <Action link={link} />),
  }),
  'validation-changes-requested': defineMail(
    onApplication.extend({ reason: nonEmpty, revision, documents: documents.optional() }),
    {
      environment,
      variant: kindOf,
      body: ({ link, ...comments }) => inOrder(<Comments {...comments} />, <Action link={link} />),
    },
  ),
  'validation-message': defineMail(onApplication.extend({ body: nonEmpty, fromReviewer: z.boolean() }), {
    because: 'validation',
    environment,
    variant: ({ fromReviewer }) => (fromReviewer ? 'reviewer' : 'developer'),
    body: ({ body, link }) => inOrder(<Quote from="from" text={body} />, <Action link={link} />),
  }),
  'validation-rejected': defineMail(onApplication.extend({ reason: nonEmpty, revision }), {
    environment,
    variant: kindOf,
    body: ({ revision, reason, link }) =>
      inOrder(<Reason text={reason} />, !revision && <Paragraph text="sandbox" />, <Action link={link} />),
  }),
  'validation-approved': defineMail(
    onApplication.extend({ authUrl: link, baseUrl: link, clientId: nonEmpty }),
    {
      environment,
      body: ({ clientId, authUrl, baseUrl, link }, { say }) =>
        inOrder(
          <Receipt
            title="receipt"
            rows={{ token: say('issued'), response: say('unknown'), credentials: say('proven') }}
          />,
          <Action link={link} text="openApplication" />,
          <Details rows={{ clientId, authUrl, baseUrl }} code={['clientId', 'authUrl', 'baseUrl']} />,
          <SmallPrint text="secret" />,
        ),
    },
  ),
  'revision-approved': defineMail(onApplication, {
    environment,
    body: ({ link }) => <Action link={link} />,
  }),
}
