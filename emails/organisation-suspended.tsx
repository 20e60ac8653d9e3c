import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenOrganisation, Reason } from './parts'
import { nonEmpty, onOrganisation } from './props'

export default defineMail({
  props: onOrganisation.extend({ reason: nonEmpty }),
  texts: {
    en: {
      subject: (name: string) => `Organisation suspended: ${name}`,
      title: 'Your organisation was suspended',
      intro: (name: string) =>
        `${name} is suspended. Its applications can’t get tokens, and their current tokens were revoked. Everything is kept.`,
    },
    fr: {
      subject: (name: string) => `Organisation suspendue : ${name}`,
      title: 'Votre organisation a été suspendue',
      intro: (name: string) =>
        `${name} est suspendue. Ses applications ne peuvent plus obtenir de jetons, et les leurs ont été révoqués. Tout est conservé.`,
    },
  },
  subject: ({ text, quote }, { organisationName }) => text.subject(quote(organisationName)),
  body: ({ text, quote }, { organisationName, reason, link }) => (
    <Layout title={text.title} intro={text.intro(quote(organisationName))} because="organisation">
      <Reason text={reason} />
      <OpenOrganisation link={link} />
    </Layout>
  ),
})
