import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, person, product, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `You’re invited to the application ${name}`,
    title: 'You’re invited to an application',
    intro: (name: string, inviter: string) =>
      `${inviter} invited you to the application ${name} on ${product}.`,
    organisationSubject: (name: string) => `You’re invited to the organisation ${name}`,
    organisationTitle: 'You’re invited to an organisation',
    organisationIntro: (name: string, inviter: string) =>
      `${inviter} invited you to the organisation ${name} on ${product}.`,
    organisationMember: 'Members can edit it, send its documents, and are members of all its applications.',
    organisationOwner: 'Owners also manage its people, and are owners of all its applications.',
    member: 'Members can view and edit it, make calls, read its usage and send documents.',
    owner: 'Owners can also reveal and rotate its secrets, manage the team and delete it.',
    action: 'Open the invitation',
    validity: (days: number) =>
      `The invitation is for this address, can be used once and expires in ${days} days. No account yet? You can create one.`,
    ignore: 'If you don’t know the sender, ignore this e-mail. Nothing is shared until you accept.',
  },
  fr: {
    subject: (name: string) => `Invitation à l’application ${name}`,
    title: 'Invitation à rejoindre une application',
    intro: (name: string, inviter: string) =>
      `${inviter} vous invite à rejoindre l’application ${name} sur ${product}.`,
    organisationSubject: (name: string) => `Invitation à l’organisation ${name}`,
    organisationTitle: 'Invitation à rejoindre une organisation',
    organisationIntro: (name: string, inviter: string) =>
      `${inviter} vous invite à rejoindre l’organisation ${name} sur ${product}.`,
    organisationMember:
      'Un membre peut la modifier, envoyer ses documents, et est membre de toutes ses applications.',
    organisationOwner:
      'Un propriétaire gère aussi ses membres, et est propriétaire de toutes ses applications.',
    member:
      'Un membre peut la consulter et la modifier, faire des appels, lire son utilisation et envoyer ses documents.',
    owner: 'Un propriétaire peut aussi révéler et renouveler ses secrets, gérer l’équipe et la supprimer.',
    action: 'Ouvrir l’invitation',
    validity: (days: number) =>
      `L’invitation est réservée à cette adresse, utilisable une fois et expire dans ${days} jours. Pas encore de compte ? Vous pourrez en créer un.`,
    ignore:
      'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail : rien n’est partagé avant que vous n’acceptiez.',
  },
} satisfies Texts

type Props = TemplateProps<'application-shared'>

function subject({ applicationName, organisation }: Props, locale: Locale): string {
  return textOf(locale, organisation).subject(quotedInSubject(applicationName, locale))
}

function textOf(locale: Locale, organisation = false) {
  const text = texts[locale]
  if (!organisation) return text
  return {
    ...text,
    subject: text.organisationSubject,
    title: text.organisationTitle,
    intro: text.organisationIntro,
    member: text.organisationMember,
    owner: text.organisationOwner,
  }
}

function Message({ locale, role, days, ...props }: Props & { locale: Locale }) {
  const text = textOf(locale, props.organisation)
  const intro = text.intro(
    quoted(props.applicationName, locale),
    person(props.inviterEmail, props.inviterName, locale),
  )
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="invitation">
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{text[role]}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
      <SmallPrint>{text.validity(days)}</SmallPrint>
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  )
}

export const applicationShared = { texts, subject, Message }
