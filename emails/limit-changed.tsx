import { ApplicationMail } from './application-mail'
import { Action } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts, wholeNumber } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Limit changed: ${name}`,
    title: 'The limit of your application was changed',
    intro: (name: string, count: string) =>
      `An administrator changed the limit of ${name}. It can now make ${count} calls per minute.`,
    introUnlimited: (name: string) => `An administrator removed the limit of ${name}.`,
    action: 'View the limit',
  },
  fr: {
    subject: (name: string) => `Limite modifiée : ${name}`,
    title: 'La limite de votre application a changé',
    intro: (name: string, count: string) =>
      `Un administrateur a modifié la limite de ${name}, qui peut désormais faire ${count} appels par minute.`,
    introUnlimited: (name: string) => `Un administrateur a supprimé la limite de ${name}.`,
    action: 'Voir la limite',
  },
} satisfies Texts

type Props = TemplateProps<'limit-changed'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, limit, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const intro = limit === 0 ? text.introUnlimited(name) : text.intro(name, wholeNumber(limit, locale))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Action link={props.link} label={text.action} locale={locale} />
    </ApplicationMail>
  )
}

export const limitChanged = { texts, subject, Message }
