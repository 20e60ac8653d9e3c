import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Read and accept the new terms of ${product}`,
    title: 'The terms have changed',
    intro: (version: number) =>
      `Version ${version} of the terms is in force. Accept it to keep using your applications’ pages.`,
    calls: 'Calls of your applications are not affected.',
    action: 'Read the changes',
  },
  fr: {
    subject: `Lisez et acceptez les nouvelles conditions de la plateforme ${product}`,
    title: 'Les conditions d’utilisation ont changé',
    intro: (version: number) =>
      `La version ${version} des conditions d’utilisation est en vigueur. Acceptez-la pour continuer à utiliser les pages de vos applications.`,
    calls: 'Les appels de vos applications ne sont pas concernés.',
    action: 'Lire les changements',
  },
} satisfies Texts

type Props = TemplateProps<'terms-reminder'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, version, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro(version)} because="account">
      <Paragraph>{text.intro(version)}</Paragraph>
      <Action link={link} label={text.action} locale={locale} />
      <SmallPrint>{text.calls}</SmallPrint>
    </Layout>
  )
}

export const termsReminder = { texts, subject, Message }
