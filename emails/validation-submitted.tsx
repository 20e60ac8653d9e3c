import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import { instant, onApplication, timeZone } from './props'
import { moment } from './wording'

export default defineMail({
  props: onApplication.extend({ promisedBy: instant.optional(), timeZone }),
  texts: {
    en: {
      subject: (name: string) => `Application submitted for validation: ${name}`,
      title: 'Your application was submitted for validation',
      intro: (name: string) => `We received the documents of ${name}. A reviewer will check them.`,
      promise: (when: string) => `You can expect a decision by ${when}.`,
      next: 'We’ll e-mail you as soon as there is a decision or a question. Until then, you can follow your submission here:',
      action: 'Follow the validation',
    },
    fr: {
      subject: (name: string) => `Application soumise à validation : ${name}`,
      title: 'Votre application a été soumise à validation',
      intro: (name: string) => `Nous avons reçu les documents de ${name}. Un vérificateur va les examiner.`,
      promise: (when: string) => `Vous pouvez attendre une réponse d’ici le ${when}.`,
      next: 'Vous recevrez un e-mail dès qu’il y aura une décision ou une question. D’ici là, suivez l’état de votre demande ici :',
      action: 'Suivre la validation',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, promisedBy, timeZone, link }) => (
    <Layout title={text.title} intro={text.intro(quote(applicationName))} environment="production">
      {promisedBy && <Paragraph>{text.promise(moment(promisedBy, locale, timeZone))}</Paragraph>}
      <Paragraph>{text.next}</Paragraph>
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
