import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenOrganisation, Paragraph } from './parts'
import { nonEmpty, onOrganisation } from './props'
import { day } from './wording'

export default defineMail({
  props: onOrganisation.extend({
    documentName: nonEmpty,
    validUntil: z.iso.date(),
    expired: z.boolean(),
    /** Whether a submission with documents that are valid is in the queue already. */
    waiting: z.boolean().optional(),
    toReviewer: z.boolean(),
  }),
  texts: {
    en: {
      expiring: (name: string) => `A document of the organisation ${name} expires soon`,
      expired: (name: string) => `A document of the organisation ${name} has expired`,
      expiringIntro: (document: string, name: string, day: string) =>
        `The document ${document} of ${name} is valid until ${day}.`,
      expiredIntro: (document: string, name: string, day: string) =>
        `The document ${document} of ${name} was valid until ${day}. Its applications keep working.`,
      change: 'Prepare a change with the new document and submit it before that day.',
      replace: 'Add the new document and submit the organisation again.',
      waiting: 'Your submission in the queue already has a valid document. There’s nothing to do.',
      reviewerWaiting: 'A submission with a valid document is in the queue.',
      reviewer: 'Its owners were asked for a new document. It will appear in the queue.',
    },
    fr: {
      expiring: (name: string) => `Un document de l’organisation ${name} expire bientôt`,
      expired: (name: string) => `Un document de l’organisation ${name} a expiré`,
      expiringIntro: (document: string, name: string, day: string) =>
        `Le document ${document} de ${name} est valable jusqu’au ${day}.`,
      expiredIntro: (document: string, name: string, day: string) =>
        `Le document ${document} de ${name} était valable jusqu’au ${day}. Ses applications continuent de fonctionner.`,
      change: 'Préparez une modification avec le nouveau document et soumettez-la avant ce jour.',
      replace: 'Ajoutez le nouveau document et soumettez de nouveau l’organisation.',
      waiting: 'Votre demande en file d’attente contient déjà un document valable. Vous n’avez rien à faire.',
      reviewerWaiting: 'Une demande avec un document valable est dans la file.',
      reviewer: 'Un nouveau document a été demandé à ses propriétaires. Il apparaîtra dans la file.',
    },
  },
  subject: ({ text, quote }, { organisationName, expired }) =>
    text[expired ? 'expired' : 'expiring'](quote(organisationName)),
  body: ({ text, locale, quote }, { organisationName, documentName, validUntil, expired, ...props }) => {
    const name = quote(organisationName)
    const state = expired ? 'expired' : 'expiring'
    const owner = props.waiting ? text.waiting : expired ? text.replace : text.change
    const reviewer = props.waiting ? text.reviewerWaiting : text.reviewer
    return (
      <Layout
        title={text[state](name)}
        intro={text[`${state}Intro`](quote(documentName), name, day(validUntil, locale))}
        because={props.toReviewer ? 'reviewer' : 'organisation'}
      >
        <Paragraph>{props.toReviewer ? reviewer : owner}</Paragraph>
        <OpenOrganisation link={props.link} />
      </Layout>
    )
  },
})
