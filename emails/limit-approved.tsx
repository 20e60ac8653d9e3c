import { ApplicationMail } from './application-mail'
import { Action, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts, wholeNumber } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit request approved: ${name}`,
    title: 'Your limit request was approved',
    intro: (name: string, count: string) => `${name} can now make ${count} calls per minute.`,
    reason: 'Reviewer’s comment:',
    action: 'View the limit',
  },
  fr: {
    subject: (name: string) => `Demande de limite approuvée : ${name}`,
    title: 'Votre demande de limite a été approuvée',
    intro: (name: string, count: string) => `${name} peut désormais faire ${count} appels par minute.`,
    reason: 'Commentaire du vérificateur :',
    action: 'Voir la limite',
  },
} satisfies Texts

type Props = TemplateProps<'limit-approved'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const intro = text.intro(name, wholeNumber(props.callsPerMinute, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      {props.reason && <Quote from={text.reason} text={props.reason} />}
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const limitApproved = { texts, subject, Message }
