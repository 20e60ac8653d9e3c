import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Comments } from './parts'
import { documents, nonEmpty, onApplication, revision } from './props'

export default defineMail({
  props: onApplication.extend({ reason: nonEmpty, revision, documents: documents.optional() }),
  texts: {
    en: {
      subject: (name: string) => `Changes requested for your application ${name}`,
      title: 'A reviewer requested changes',
      intro: (name: string) =>
        `${name} cannot go to Production yet. Make the changes below and submit it again.`,
      revisionIntro: (name: string) =>
        `The revision of ${name} cannot be approved yet. Make the changes below and submit it again. Your approved version stays live.`,
      action: 'Make the changes',
    },
    fr: {
      subject: (name: string) => `Modifications demandées pour votre application ${name}`,
      title: 'Un vérificateur demande des modifications',
      intro: (name: string) =>
        `${name} ne peut pas encore passer en Production. Faites les modifications ci-dessous et soumettez-la de nouveau.`,
      revisionIntro: (name: string) =>
        `La révision de ${name} ne peut pas encore être approuvée. Faites les modifications ci-dessous et soumettez-la de nouveau. La version approuvée reste en service.`,
      action: 'Faire les modifications',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, revision, ...props }) => (
    <Layout
      title={text.title}
      intro={(revision ? text.revisionIntro : text.intro)(quote(applicationName))}
      environment="production"
    >
      <Comments {...props} />
      <Action link={props.link} label={text.action} />
    </Layout>
  ),
})
