import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Organisation submitted for verification: ${name}`,
    title: 'Your organisation was submitted for verification',
    intro: (name: string) =>
      `We received the record and the documents of ${name}. A reviewer will check them.`,
    promise: (when: string) => `You can expect a decision by ${when}.`,
    next: 'We’ll e-mail you as soon as there is a decision or a question. Until then, you can follow it here:',
    action: 'Open the organisation',
  },
  fr: {
    subject: (name: string) => `Organisation soumise à vérification : ${name}`,
    title: 'Votre organisation a été soumise à vérification',
    intro: (name: string) =>
      `Nous avons reçu la fiche et les documents de ${name}. Un vérificateur va les examiner.`,
    promise: (when: string) => `Vous pouvez attendre une réponse d’ici le ${when}.`,
    next: 'Vous recevrez un e-mail dès qu’il y aura une décision ou une question. D’ici là, suivez la vérification ici :',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-submitted'>

function subject({ organisationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(organisationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.organisationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="organisation">
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{text.promise(moment(props.promisedBy, locale, props.timeZone))}</Paragraph>
      <Paragraph>{text.next}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const organisationSubmitted = { texts, subject, Message }
