import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts, wholeNumber } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit request rejected: ${name}`,
    title: 'Your limit request was rejected',
    intro: (name: string, count: string) =>
      `The request for ${count} calls per minute for ${name} was rejected. Its limit stays as it is.`,
    reason: 'Reviewer’s comment:',
    action: 'View the limit',
  },
  fr: {
    subject: (name: string) => `Demande de limite refusée : ${name}`,
    title: 'Votre demande de limite a été refusée',
    intro: (name: string, count: string) =>
      `La demande de ${count} appels par minute pour ${name} a été refusée. Sa limite reste inchangée.`,
    reason: 'Commentaire du vérificateur :',
    action: 'Voir la limite',
  },
} satisfies Texts

type Props = TemplateProps<'limit-rejected'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const intro = text.intro(name, wholeNumber(props.callsPerMinute, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Quote from={text.reason} text={props.reason} />
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const limitRejected = { texts, subject, Message }
