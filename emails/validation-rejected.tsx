import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph, Reason } from './parts'
import { nonEmpty, onApplication, revision } from './props'

export default defineMail({
  props: onApplication.extend({ reason: nonEmpty, revision }),
  texts: {
    en: {
      subject: (name: string) => `Application rejected: ${name}`,
      title: 'Your application was rejected',
      intro: (name: string) => `A reviewer decided that ${name} can’t be used in Production.`,
      revisionSubject: (name: string) => `Revision rejected: ${name}`,
      revisionTitle: 'Your revision was rejected',
      revisionIntro: (name: string) =>
        `A reviewer rejected the changed documents of ${name}. Your approved version stays live.`,
      sandbox: 'Your Sandbox applications aren’t affected.',
      action: 'See the decision',
    },
    fr: {
      subject: (name: string) => `Application refusée : ${name}`,
      title: 'Votre application a été refusée',
      intro: (name: string) =>
        `Un vérificateur a décidé que ${name} ne peut pas être utilisée en Production.`,
      revisionSubject: (name: string) => `Révision refusée : ${name}`,
      revisionTitle: 'Votre révision a été refusée',
      revisionIntro: (name: string) =>
        `Un vérificateur a refusé les documents modifiés de ${name}. La version approuvée reste en service.`,
      sandbox: 'Vos applications de la Sandbox ne sont pas concernées.',
      action: 'Voir la décision',
    },
  },
  subject: ({ text, quote }, { applicationName, revision }) =>
    (revision ? text.revisionSubject : text.subject)(quote(applicationName)),
  body: ({ text, quote }, { applicationName, revision, reason, link }) => (
    <Layout
      title={revision ? text.revisionTitle : text.title}
      intro={(revision ? text.revisionIntro : text.intro)(quote(applicationName))}
      environment="production"
    >
      <Reason text={reason} />
      {!revision && <Paragraph>{text.sandbox}</Paragraph>}
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
