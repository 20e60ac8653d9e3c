import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, quoted, type Texts } from './wording'

const texts = {
  en: {
    subject: `Passkey removed from your ${product} account`,
    title: 'Passkey removed',
    intro: (name: string) => `${name} is no longer a passkey of your ${product} account.`,
    off: 'It was your only second factor, so two-factor authentication is now off. Your recovery codes no longer work.',
    warning:
      'Wasn’t you? Change your password immediately, set up two-factor authentication again on your account page and contact an administrator.',
  },
  fr: {
    subject: `Clé d’accès retirée de votre compte ${product}`,
    title: 'Une clé d’accès a été retirée',
    intro: (name: string) => `${name} n’est plus une clé d’accès de votre compte ${product}.`,
    off: 'C’était votre seul second facteur : la double authentification est désactivée. Vos codes de secours ne fonctionnent plus.',
    warning:
      'Ce n’était pas vous ? Changez immédiatement votre mot de passe, configurez de nouveau la double authentification sur la page de votre compte et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'passkey-removed'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, name, factorLeft }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(name, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      {!factorLeft && <Paragraph>{text.off}</Paragraph>}
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}

export const passkeyRemoved = { texts, subject, Message }
