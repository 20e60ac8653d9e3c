import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `You are offered the ownership of ${name}`,
    title: 'An application is handed over to you',
    intro: (name: string) =>
      `The owner of ${name} wants to hand it over to you. An owner reveals and rotates its secrets, shares it, and can delete it.`,
    action: 'Accept or decline',
    ignore: 'Nothing changes until you accept.',
  },
  fr: {
    subject: (name: string) => `On vous propose la propriété de ${name}`,
    title: 'Une application vous est transmise',
    intro: (name: string) =>
      `Le propriétaire de ${name} souhaite vous la transmettre. Un propriétaire révèle et renouvelle ses secrets, la partage et peut la supprimer.`,
    action: 'Accepter ou refuser',
    ignore: 'Rien ne change avant que vous n’acceptiez.',
  },
} satisfies Texts

type Props = TemplateProps<'ownership-offered'>

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function OwnershipOffered({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="invitation">
      <Paragraph>{intro}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  )
}
