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

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, role, days, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
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
