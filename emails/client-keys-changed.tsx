import { ApplicationMail } from './application-mail'
import { Action, Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    firstSubject: (name: string, environment: string) =>
      `Authentication by key turned on for ${name} (${environment})`,
    addedSubject: (name: string, environment: string) => `Public key added to ${name} (${environment})`,
    removedSubject: (name: string, environment: string) => `Public key removed from ${name} (${environment})`,
    offSubject: (name: string, environment: string) =>
      `Authentication by key turned off for ${name} (${environment})`,
    title: 'The keys were changed',
    firstIntro: (name: string, environment: string) =>
      `${name} (${environment}) now authenticates with a key.`,
    addedIntro: (name: string, environment: string) => `${name} (${environment}) has a second key.`,
    removedIntro: (name: string, environment: string) => `A key of ${name} (${environment}) was removed.`,
    offIntro: (name: string, environment: string) =>
      `${name} (${environment}) authenticates with a client secret again.`,
    firstEffect: 'Its client secret and its tokens stopped working immediately.',
    addedEffect: 'Its programs can sign with either of the two.',
    removedEffect: 'Assertions signed with it, and all current tokens, stopped working immediately.',
    offEffect: 'Its keys and its tokens stopped working immediately.',
    key: (kid: string) => `Key ID: ${kid}`,
    action: 'Open the application',
    warning: 'Not expected? Ask the application’s other owners, then check its keys.',
  },
  fr: {
    firstSubject: (name: string, environment: string) =>
      `Authentification par clé activée pour ${name} (${environment})`,
    addedSubject: (name: string, environment: string) => `Clé publique ajoutée à ${name} (${environment})`,
    removedSubject: (name: string, environment: string) => `Clé publique retirée de ${name} (${environment})`,
    offSubject: (name: string, environment: string) =>
      `Authentification par clé désactivée pour ${name} (${environment})`,
    title: 'Les clés ont été modifiées',
    firstIntro: (name: string, environment: string) =>
      `${name} (${environment}) s’authentifie désormais par clé.`,
    addedIntro: (name: string, environment: string) => `${name} (${environment}) a une deuxième clé.`,
    removedIntro: (name: string, environment: string) => `Une clé de ${name} (${environment}) a été retirée.`,
    offIntro: (name: string, environment: string) =>
      `${name} (${environment}) s’authentifie de nouveau par secret client.`,
    firstEffect: 'Son secret client et ses jetons ont cessé immédiatement de fonctionner.',
    addedEffect: 'Ses programmes peuvent signer avec l’une ou l’autre.',
    removedEffect:
      'Les assertions signées avec elle et tous les jetons actuels ont cessé immédiatement de fonctionner.',
    offEffect: 'Ses clés et ses jetons ont cessé immédiatement de fonctionner.',
    key: (kid: string) => `Identifiant de la clé : ${kid}`,
    action: 'Ouvrir l’application',
    warning: 'Inattendu ? Demandez aux autres propriétaires de l’application, puis vérifiez ses clés.',
  },
} satisfies Texts

type Props = TemplateProps<'client-keys-changed'>

function subject({ applicationName, environment, change }: Props, locale: Locale): string {
  return texts[locale][`${change}Subject`](
    quotedInSubject(applicationName, locale),
    environmentName(environment),
  )
}

function Message({ locale, environment, change, kid, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text[`${change}Intro`](quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Paragraph>{text[`${change}Effect`]}</Paragraph>
      {kid && <Paragraph>{text.key(kid)}</Paragraph>}
      <Action link={props.link} label={text.action} locale={locale} />
      <Callout>{text.warning}</Callout>
    </ApplicationMail>
  )
}

export const clientKeysChanged = { texts, subject, Message }
