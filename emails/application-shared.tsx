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
    action: 'Open the invitation',
    ignore: 'If you do not know the sender, ignore this e-mail: nothing is shared until you accept.',
  },
  fr: {
    subject: (name: string) => `Invitation à l’application ${name}`,
    title: 'Vous avez reçu une invitation à une application',
    intro: (name: string, inviter: string) =>
      `${inviter} souhaite partager l’application ${name} avec vous sur Guichet.`,
    action: 'Ouvrir l’invitation',
    ignore:
      'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail : rien n’est partagé avant que vous n’acceptiez.',
  },
} satisfies Texts

type Props = TemplateProps<'application-shared'>

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function ApplicationShared({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale), oneLine(props.inviterEmail, 254))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="invitation">
      <Paragraph>{intro}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  )
}
