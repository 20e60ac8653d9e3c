import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action } from './parts'
import { onApplication } from './props'

export default defineMail({
  props: onApplication,
  texts: {
    en: {
      subject: (name: string) => `Revision approved: ${name}`,
      title: 'Your revision was approved',
      intro: (name: string) =>
        `The changed documents of ${name} were approved. It stays active in Production with the same credentials. You don’t need to do anything.`,
      action: 'See the decision',
    },
    fr: {
      subject: (name: string) => `Révision approuvée : ${name}`,
      title: 'Votre révision a été approuvée',
      intro: (name: string) =>
        `Les documents modifiés de ${name} ont été approuvés. Elle reste active en Production avec les mêmes identifiants. Vous n’avez rien à faire.`,
      action: 'Voir la décision',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, link }) => (
    <Layout title={text.title} intro={text.intro(quote(applicationName))} environment="production">
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
