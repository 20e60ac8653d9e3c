import { Layout } from './layout'
import { Action, Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    joinedSubject: (name: string) => `Somebody joined the team of ${name}`,
    leftSubject: (name: string) => `Somebody is no longer active on the team of ${name}`,
    ownerSubject: (name: string) => `Another owner for ${name}`,
    joinedTitle: 'Somebody joined your team',
    leftTitle: 'Somebody is no longer active on your team',
    ownerTitle: 'Your application has another owner',
    joined: (person: string, name: string) => `${person} has accepted the invitation to ${name}.`,
    left: (person: string, name: string) => `${person} has left ${name}.`,
    removed: (person: string, name: string) => `Another owner has taken ${person} off the team of ${name}.`,
    suspended: (person: string, name: string) =>
      `An administrator has suspended the account of ${person}, who shares ${name}. The application goes on, as you own it.`,
    made_owner: (person: string, name: string) => `Another owner of ${name} has made ${person} an owner.`,
    handed_over: (person: string, name: string) =>
      `Another owner has handed their part of ${name} over to ${person}.`,
    secret: 'They may know the client secret: rotate it, unless you are sure that they do not.',
    action: 'Open the team',
  },
  fr: {
    joinedSubject: (name: string) => `Une personne a rejoint l’équipe de ${name}`,
    leftSubject: (name: string) => `Une personne n’est plus active dans l’équipe de ${name}`,
    ownerSubject: (name: string) => `Un autre propriétaire pour ${name}`,
    joinedTitle: 'Une personne a rejoint votre équipe',
    leftTitle: 'Une personne n’est plus active dans votre équipe',
    ownerTitle: 'Votre application a un autre propriétaire',
    joined: (person: string, name: string) => `${person} a accepté l’invitation à ${name}.`,
    left: (person: string, name: string) => `${person} a quitté ${name}.`,
    removed: (person: string, name: string) =>
      `Un autre propriétaire a retiré ${person} de l’équipe de ${name}.`,
    suspended: (person: string, name: string) =>
      `Un administrateur a suspendu le compte de ${person}, qui partage ${name}. L’application continue, puisqu’elle est aussi la vôtre.`,
    made_owner: (person: string, name: string) =>
      `Un autre propriétaire de ${name} a nommé ${person} propriétaire.`,
    handed_over: (person: string, name: string) =>
      `Un autre propriétaire a transmis sa part de ${name} à ${person}.`,
    secret:
      'Cette personne peut connaître le secret client : renouvelez-le, à moins d’être sûr que ce n’est pas le cas.',
    action: 'Ouvrir l’équipe',
  },
} satisfies Texts

type Props = TemplateProps<'team-changed'>

const kinds = {
  joined: 'joined',
  left: 'left',
  removed: 'left',
  suspended: 'left',
  made_owner: 'owner',
  handed_over: 'owner',
} as const

export function subject({ applicationName, change }: Props, locale: Locale): string {
  return texts[locale][`${kinds[change]}Subject`](quotedInSubject(applicationName, locale))
}

export function TeamChanged({ locale, change, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text[change](oneLine(props.personEmail, 254), quoted(props.applicationName, locale))
  return (
    <Layout locale={locale} title={text[`${kinds[change]}Title`]} preview={intro} because="application">
      <Paragraph>{intro}</Paragraph>
      {kinds[change] === 'left' && <Callout>{text.secret}</Callout>}
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}
