import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Callout, OpenApplication, Paragraph } from './parts'
import { inEnvironment, instant } from './props'
import { environmentName, moment } from './wording'

export default defineMail({
  props: inEnvironment.extend({ previousValidUntil: instant.optional() }),
  texts: {
    en: {
      subject: (name: string, environment: string) => `Client secret rotated for ${name} (${environment})`,
      title: 'The client secret was rotated',
      intro: (name: string, environment: string) => `${name} (${environment}) has a new client secret.`,
      overlap: (when: string) => `The old secret expires on ${when}. Deploy the new one before then.`,
      immediately: 'The old secret and its tokens stopped working immediately. Deploy the new one now.',
      warning: 'Not expected? Ask the application’s other owners, then rotate the secret again.',
    },
    fr: {
      subject: (name: string, environment: string) => `Secret client renouvelé pour ${name} (${environment})`,
      title: 'Le secret client a été renouvelé',
      intro: (name: string, environment: string) => `${name} (${environment}) a un nouveau secret client.`,
      overlap: (when: string) => `L’ancien secret expire le ${when}. Déployez le nouveau avant cette date.`,
      immediately:
        'L’ancien secret et ses jetons ont cessé immédiatement de fonctionner. Déployez le nouveau dès maintenant.',
      warning:
        'Inattendu ? Demandez aux autres propriétaires de l’application, puis renouvelez de nouveau le secret.',
    },
  },
  subject: ({ text, quote }, { applicationName, environment }) =>
    text.subject(quote(applicationName), environmentName(environment)),
  body: ({ text, locale, quote }, { applicationName, environment, previousValidUntil: until, link }) => (
    <Layout
      title={text.title}
      intro={text.intro(quote(applicationName), environmentName(environment))}
      environment={environment}
    >
      <Paragraph>{until ? text.overlap(moment(until, locale)) : text.immediately}</Paragraph>
      <OpenApplication link={link} />
      <Callout>{text.warning}</Callout>
    </Layout>
  ),
})
