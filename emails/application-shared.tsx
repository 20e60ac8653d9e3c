import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `You are invited to the application ${name}`,
    title: 'You are invited to an application',
    intro: (name: string, inviter: string) =>
      `${inviter} wants to share the application ${name} with you on Guichet.`,
    member: 'As a member you see and edit it, try calls, read its usage and send its documents.',
    owner: 'As an owner you reveal and rotate its secrets, decide who shares it, and can delete it.',
    action: 'Open the invitation',
    validity: (days: number) =>
      `It works for ${days} days, once, and for this address. No account yet? You can create one on the way.`,
    ignore: 'If you do not know the sender, ignore this e-mail: nothing is shared until you accept.',
  },
  fr: {
    subject: (name: string) => `Invitation à l’application ${name}`,
    title: 'Vous avez reçu une invitation à une application',
    intro: (name: string, inviter: string) =>
      `${inviter} souhaite partager l’application ${name} avec vous sur Guichet.`,
    member:
      'En tant que membre, vous la voyez et la modifiez, essayez des appels, lisez son utilisation et envoyez ses documents.',
    owner:
      'En tant que propriétaire, vous révélez et renouvelez ses secrets, décidez avec qui elle est partagée, et pouvez la supprimer.',
    action: 'Ouvrir l’invitation',
    validity: (days: number) =>
      `Elle est valable ${days} jours, une seule fois, et pour cette adresse. Pas encore de compte ? Vous pourrez en créer un en chemin.`,
    ignore:
      'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail : rien n’est partagé avant que vous n’acceptiez.',
  },
} satisfies Texts

type Props = TemplateProps<'application-shared'>

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function ApplicationShared({ locale, role, days, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), oneLine(props.inviterEmail, 254))
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
