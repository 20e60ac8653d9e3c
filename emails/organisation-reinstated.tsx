import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenOrganisation, Reason } from './parts'
import { nonEmpty, onOrganisation } from './props'

export default defineMail({
  props: onOrganisation.extend({ reason: nonEmpty }),
  texts: {
    en: {
      subject: (name: string) => `Organisation reinstated: ${name}`,
      title: 'Your organisation was reinstated',
      intro: (name: string) =>
        `${name} is reinstated. Its applications work again, with the same client IDs and secrets, except those that are suspended themselves. Your code only needs to request a new token.`,
    },
    fr: {
      subject: (name: string) => `Organisation rétablie : ${name}`,
      title: 'Votre organisation a été rétablie',
      intro: (name: string) =>
        `${name} est rétablie. Ses applications fonctionnent de nouveau, avec les mêmes identifiants clients et les mêmes secrets, sauf celles qui sont elles-mêmes suspendues. Il suffit de demander un nouveau jeton.`,
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
