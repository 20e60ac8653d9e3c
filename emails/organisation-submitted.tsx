import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenOrganisation, Paragraph } from './parts'
import { instant, onOrganisation, timeZone } from './props'
import { moment } from './wording'

export default defineMail({
  props: onOrganisation.extend({ promisedBy: instant, timeZone }),
  texts: {
    en: {
      subject: (name: string) => `Organisation submitted for verification: ${name}`,
      title: 'Your organisation was submitted for verification',
      intro: (name: string) =>
        `We received the record and the documents of ${name}. A reviewer will check them.`,
      promise: (when: string) => `You can expect a decision by ${when}.`,
      next: 'We’ll e-mail you as soon as there is a decision or a question. Until then, you can follow it here:',
    },
    fr: {
      subject: (name: string) => `Organisation soumise à vérification : ${name}`,
      title: 'Votre organisation a été soumise à vérification',
      intro: (name: string) =>
        `Nous avons reçu la fiche et les documents de ${name}. Un vérificateur va les examiner.`,
      promise: (when: string) => `Vous pouvez attendre une réponse d’ici le ${when}.`,
      next: 'Vous recevrez un e-mail dès qu’il y aura une décision ou une question. D’ici là, suivez la vérification ici :',
    },
  },
  subject: ({ text, quote }, { organisationName }) => text.subject(quote(organisationName)),
  body: ({ text, locale, quote }, { organisationName, promisedBy, timeZone, link }) => (
    <Layout title={text.title} intro={text.intro(quote(organisationName))} because="organisation">
      <Paragraph>{text.promise(moment(promisedBy, locale, timeZone))}</Paragraph>
      <Paragraph>{text.next}</Paragraph>
      <OpenOrganisation link={link} />
    </Layout>
  ),
})
