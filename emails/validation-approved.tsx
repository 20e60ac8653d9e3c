import { ApplicationMail } from './application-mail'
import { Action, Details, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Application approved: ${name}`,
    title: 'Your application was approved',
    intro: (name: string) =>
      `${name} is active in Production. We tested its credentials with a real call, and they work.`,
    action: 'Open the application',
    clientId: 'Client ID',
    authUrl: 'auth_url',
    baseUrl: 'base_url',
    secret:
      'The client secret is never sent by e-mail. An owner can reveal it on the application’s page. It’s different from the Sandbox one.',
  },
  fr: {
    subject: (name: string) => `Application approuvée : ${name}`,
    title: 'Votre application a été approuvée',
    intro: (name: string) =>
      `${name} est active en Production. Ses identifiants ont été testés par un vrai appel, et ils fonctionnent.`,
    action: 'Ouvrir l’application',
    clientId: 'Identifiant client',
    authUrl: 'auth_url',
    baseUrl: 'base_url',
    secret:
      'Le secret client n’est jamais envoyé par e-mail. Un propriétaire peut le révéler sur la page de l’application. Il est différent de celui de la Sandbox.',
  },
} satisfies Texts

type Props = TemplateProps<'validation-approved'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
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

export const validationApproved = { texts, subject, Message }
