import { ApplicationMail } from './application-mail'
import { Action, Details, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `Application approved: ${name}`,
    title: 'Your application was approved',
    intro: (name: string) =>
      `${name} is active in Production. Its credentials were tried with a real token and a real call: they work.`,
    action: 'Open the application',
    clientId: 'Client ID',
    authUrl: 'auth_url',
    baseUrl: 'base_url',
    secret:
      'The client secret is never sent by e-mail: its owner reveals it on the page of the application. It differs from the one in the Sandbox.',
  },
  fr: {
    subject: (name: string) => `Application approuvée : ${name}`,
    title: 'Votre application a été approuvée',
    intro: (name: string) =>
      `${name} est active en Production. Ses identifiants ont été essayés avec un vrai jeton et un vrai appel : ils fonctionnent.`,
    action: 'Ouvrir l’application',
    clientId: 'Identifiant client',
    authUrl: 'auth_url',
    baseUrl: 'base_url',
    secret:
      'Le secret client n’est jamais envoyé par e-mail : son propriétaire le révèle sur la page de l’application. Il diffère de celui de la Sandbox.',
  },
} satisfies Texts

type Props = TemplateProps<'validation-approved'>

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function ValidationApproved({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  const rows = [
    { label: text.clientId, value: props.clientId, code: true },
    { label: text.authUrl, value: props.authUrl, code: true },
    { label: text.baseUrl, value: props.baseUrl, code: true },
  ]
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment="production">
      <Action link={props.link} label={text.action} locale={locale} />
      <Details rows={rows} />
      <SmallPrint>{text.secret}</SmallPrint>
    </ApplicationMail>
  )
}
