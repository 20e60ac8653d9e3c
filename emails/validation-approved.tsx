import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Details, OpenApplication, SmallPrint } from './parts'
import { link, nonEmpty, onApplication } from './props'

export default defineMail({
  props: onApplication.extend({ authUrl: link, baseUrl: link, clientId: nonEmpty }),
  texts: {
    en: {
      subject: (name: string) => `Application approved: ${name}`,
      title: 'Your application was approved',
      intro: (name: string) =>
        `${name} is active in Production. We tested its credentials with a real call, and they work.`,
      clientId: 'Client ID',
      secret:
        'The client secret is never sent by e-mail. An owner can reveal it on the application’s page. It’s different from the Sandbox one.',
    },
    fr: {
      subject: (name: string) => `Application approuvée : ${name}`,
      title: 'Votre application a été approuvée',
      intro: (name: string) =>
        `${name} est active en Production. Ses identifiants ont été testés par un vrai appel, et ils fonctionnent.`,
      clientId: 'Identifiant client',
      secret:
        'Le secret client n’est jamais envoyé par e-mail. Un propriétaire peut le révéler sur la page de l’application. Il est différent de celui de la Sandbox.',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, link, clientId, authUrl, baseUrl }) => (
    <Layout title={text.title} intro={text.intro(quote(applicationName))} environment="production">
      <OpenApplication link={link} />
      <Details
        rows={[
          { label: text.clientId, value: clientId, code: true },
          { label: 'auth_url', value: authUrl, code: true },
          { label: 'base_url', value: baseUrl, code: true },
        ]}
      />
      <SmallPrint>{text.secret}</SmallPrint>
    </Layout>
  ),
})
