import { ApplicationMail } from './application-mail'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
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
} satisfies Texts

type Props = TemplateProps<'validation-submitted'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment="production">
      {props.promisedBy && (
        <Paragraph>{text.promise(moment(props.promisedBy, locale, props.timeZone))}</Paragraph>
      )}
      <Paragraph>{text.next}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const validationSubmitted = { texts, subject, Message }
