import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Callout, OpenApplication } from './parts'
import { inEnvironment, instant } from './props'
import { environmentName, moment } from './wording'

export default defineMail({
  props: inEnvironment.extend({ at: instant }),
  texts: {
    en: {
      subject: (name: string, environment: string) => `Client secret revealed for ${name} (${environment})`,
      title: 'The client secret was revealed',
      intro: (name: string, environment: string, when: string) =>
        `An owner revealed the client secret of ${name} (${environment}) on ${when}.`,
      warning:
        'Not expected? Rotate the secret now on the application’s page, and choose to expire the current one immediately.',
    },
    fr: {
      subject: (name: string, environment: string) => `Secret client révélé pour ${name} (${environment})`,
      title: 'Le secret client a été révélé',
      intro: (name: string, environment: string, when: string) =>
        `Un propriétaire a révélé le secret client de ${name} (${environment}) le ${when}.`,
      warning:
        'Inattendu ? Renouvelez maintenant le secret sur la page de l’application, en faisant expirer l’actuel immédiatement.',
    },
  },
  subject: ({ text, quote }, { applicationName, environment }) =>
    text.subject(quote(applicationName), environmentName(environment)),
  body: ({ text, locale, quote }, { applicationName, environment, at, link }) => (
    <Layout
      title={text.title}
      intro={text.intro(quote(applicationName), environmentName(environment), moment(at, locale))}
      environment={environment}
    >
      <OpenApplication link={link} />
      <Callout>{text.warning}</Callout>
    </Layout>
  ),
})
