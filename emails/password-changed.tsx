import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your ${product} password was changed`,
    title: 'Your password was changed',
    intro: `The password of your ${product} account was just changed. If it was you, you don’t need to do anything.`,
    warning:
      'Wasn’t you? Choose a new password immediately with “Forgot password?” on the sign-in page, sign out devices you don’t recognise on your account page and contact an administrator.',
  },
  fr: {
    subject: `Votre mot de passe ${product} a été modifié`,
    title: 'Votre mot de passe a été modifié',
    intro: `Le mot de passe de votre compte ${product} vient d’être modifié. Si c’était vous, il n’y a rien d’autre à faire.`,
    warning:
      'Ce n’était pas vous ? Choisissez immédiatement un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion, déconnectez les appareils inconnus sur la page de votre compte et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'password-changed'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}

export const passwordChanged = { texts, subject, Message }
