import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Callout } from './parts'
import { inEnvironment, link } from './props'
import { environmentName } from './wording'

export default defineMail({
  props: inEnvironment.extend({ link: link.optional() }),
  texts: {
    en: {
      subject: (name: string, environment: string) => `Application deleted: ${name} (${environment})`,
      title: 'Your application was deleted',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) was deleted. Its credentials and tokens stopped working immediately. This can’t be undone.`,
      action: 'See your applications',
      warning: 'Not expected? Ask the application’s other owners, or contact an administrator.',
    },
    fr: {
      subject: (name: string, environment: string) => `Application supprimée : ${name} (${environment})`,
      title: 'Votre application a été supprimée',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) a été supprimée. Ses identifiants et ses jetons ont cessé immédiatement de fonctionner. C’est irréversible.`,
      action: 'Voir vos applications',
      warning:
        'Suppression inattendue ? Demandez aux autres propriétaires de l’application, ou contactez un administrateur.',
    },
  },
  subject: ({ text, quote }, { applicationName, environment }) =>
    text.subject(quote(applicationName), environmentName(environment)),
  body: ({ text, quote }, { applicationName, environment, link }) => (
    <Layout
      title={text.title}
      intro={text.intro(quote(applicationName), environmentName(environment))}
      environment={environment}
    >
      {link && <Action link={link} label={text.action} />}
      <Callout>{text.warning}</Callout>
    </Layout>
  ),
})
