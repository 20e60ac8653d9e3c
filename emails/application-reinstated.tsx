import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenApplication, Reason } from './parts'
import { inEnvironment, nonEmpty } from './props'
import { environmentName } from './wording'

export default defineMail({
  props: inEnvironment.extend({ reason: nonEmpty.optional() }),
  texts: {
    en: {
      subject: (name: string, environment: string) => `Application reinstated: ${name} (${environment})`,
      title: 'Your application was reinstated',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) works again, with the same client ID and secrets. Your code only needs to request a new token.`,
    },
    fr: {
      subject: (name: string, environment: string) => `Application rétablie : ${name} (${environment})`,
      title: 'Votre application a été rétablie',
      intro: (name: string, environment: string) =>
        `${name} (${environment}) fonctionne de nouveau, avec le même identifiant client et les mêmes secrets. Il suffit de demander un nouveau jeton.`,
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
