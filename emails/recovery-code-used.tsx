import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `A recovery code was used to sign in to ${product}`,
    title: 'A recovery code was used',
    intro: `Someone signed in to your ${product} account with your password and one of your recovery codes. That code no longer works. If few are left, create new ones on your account page.`,
    warning:
      'Wasn’t you? Change your password immediately, create new recovery codes, sign out devices you don’t recognise and contact an administrator.',
  },
  fr: {
    subject: `Un code de secours a servi à se connecter à ${product}`,
    title: 'Un code de secours a été utilisé',
    intro: `Quelqu’un s’est connecté à votre compte ${product} avec votre mot de passe et un de vos codes de secours. Ce code ne fonctionne plus. S’il en reste peu, créez-en de nouveaux sur la page de votre compte.`,
    warning:
      'Ce n’était pas vous ? Changez immédiatement votre mot de passe, créez de nouveaux codes de secours, déconnectez les appareils inconnus et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'recovery-code-used'>

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

export const recoveryCodeUsed = { texts, subject, Message }
