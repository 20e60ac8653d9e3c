import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Comments, OpenOrganisation, Paragraph } from './parts'
import { documents, nonEmpty, onOrganisation, revision } from './props'

export default defineMail({
  props: onOrganisation.extend({
    outcome: z.enum(['verified', 'changes_requested', 'rejected']),
    revision,
    reason: nonEmpty.optional(),
    documents: documents.optional(),
  }),
  texts: {
    en: {
      verified: (name: string) => `Organisation verified: ${name}`,
      changes_requested: (name: string) => `Changes requested for your organisation ${name}`,
      rejected: (name: string) => `Organisation rejected: ${name}`,
      verifiedIntro: (name: string) =>
        `${name} was verified. Its Production applications only need to send their own documents.`,
      changes_requestedIntro: (name: string) =>
        `${name} cannot be verified yet. Make the changes below and submit it again.`,
      rejectedIntro: (name: string) => `A reviewer decided that ${name} can’t be verified.`,
      revision: 'What was verified before stays in force until a change is accepted.',
    },
    fr: {
      verified: (name: string) => `Organisation vérifiée : ${name}`,
      changes_requested: (name: string) => `Modifications demandées pour votre organisation ${name}`,
      rejected: (name: string) => `Organisation refusée : ${name}`,
      verifiedIntro: (name: string) =>
        `${name} a été vérifiée. Ses applications de production n’ont plus à envoyer que leurs propres documents.`,
      changes_requestedIntro: (name: string) =>
        `${name} ne peut pas encore être vérifiée. Faites les modifications ci-dessous et soumettez-la de nouveau.`,
      rejectedIntro: (name: string) => `Un vérificateur a décidé que ${name} ne peut pas être vérifiée.`,
      revision: 'Ce qui a été vérifié auparavant reste en vigueur jusqu’à ce qu’un changement soit accepté.',
    },
  },
  subject: ({ text, quote }, { organisationName, outcome }) => text[outcome](quote(organisationName)),
  body: ({ text, quote }, { organisationName, outcome, revision, ...props }) => {
    const name = quote(organisationName)
    return (
      <Layout title={text[outcome](name)} intro={text[`${outcome}Intro`](name)} because="organisation">
        {revision && outcome !== 'verified' && <Paragraph>{text.revision}</Paragraph>}
        <Comments {...props} />
        <OpenOrganisation link={props.link} />
      </Layout>
    )
  },
})
