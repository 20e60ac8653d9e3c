import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Quote } from './parts'
import { nonEmpty, onApplication } from './props'

export default defineMail({
  props: onApplication.extend({ body: nonEmpty, fromReviewer: z.boolean() }),
  texts: {
    en: {
      subject: (name: string) => `New message about the validation of ${name}`,
      title: 'New message about a validation',
      fromReviewer: (name: string) => `A reviewer wrote to you about ${name}.`,
      fromDeveloper: (name: string) => `The developer of ${name} wrote to the reviewers.`,
      reviewerWrites: 'Reviewer’s comment:',
      developerWrites: 'Developer’s message:',
      action: 'Read and reply',
    },
    fr: {
      subject: (name: string) => `Nouveau message sur la validation de ${name}`,
      title: 'Nouveau message sur une validation',
      fromReviewer: (name: string) => `Un vérificateur vous a écrit au sujet de ${name}.`,
      fromDeveloper: (name: string) => `Le développeur de ${name} a écrit aux vérificateurs.`,
      reviewerWrites: 'Commentaire du vérificateur :',
      developerWrites: 'Message du développeur :',
      action: 'Lire et répondre',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, fromReviewer, body, link }) => (
    <Layout
      title={text.title}
      intro={(fromReviewer ? text.fromReviewer : text.fromDeveloper)(quote(applicationName))}
      because="validation"
      environment="production"
    >
      <Quote from={fromReviewer ? text.reviewerWrites : text.developerWrites} text={body} />
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
