import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenApplication, Reason } from './parts'
import { inEnvironment, nonEmpty } from './props'
import { environmentName } from './wording'

export default defineMail({
  props: inEnvironment.extend({ reason: nonEmpty.optional() }),
  texts: {
    en: {
      subject: (name: string, environment: string) => `Application suspended: ${name} (${environment})`,
      title: 'Your application was suspended',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) can’t get tokens, and its current tokens were revoked. Its settings are kept.`,
    },
    fr: {
      subject: (name: string, environment: string) => `Application suspendue : ${name} (${environment})`,
      title: 'Votre application a été suspendue',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) ne peut plus obtenir de jetons, et les siens ont été révoqués. Ses réglages sont conservés.`,
    },
  },
  subject: ({ text, quote }, { applicationName, environment }) =>
    text.subject(quote(applicationName), environmentName(environment)),
  body: ({ text, quote }, { applicationName, environment, reason, link }) => (
    <Layout
      title={text.title}
      intro={text.intro(quote(applicationName), environmentName(environment))}
      environment={environment}
    >
      <Reason text={reason} />
      <OpenApplication link={link} />
    </Layout>
  ),
})
