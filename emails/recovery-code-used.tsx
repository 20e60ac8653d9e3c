import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'A recovery code was used to sign in to Guichet',
    title: 'A recovery code was used',
    intro:
      'Somebody signed in to your Guichet account with your password and one of your recovery codes. That code no longer works. If few are left, make new ones on your account page.',
    warning:
      'It was not you? Change your password at once, make new recovery codes, end the sessions you do not know on your account page, and tell an administrator.',
  },
  fr: {
    subject: 'Un code de secours a servi à se connecter à Guichet',
    title: 'Un code de secours a été utilisé',
    intro:
      'Quelqu’un s’est connecté à votre compte Guichet avec votre mot de passe et un de vos codes de secours. Ce code ne fonctionne plus. S’il en reste peu, créez-en de nouveaux sur la page de votre compte.',
    warning:
      'Ce n’était pas vous ? Changez tout de suite votre mot de passe, créez de nouveaux codes de secours, fermez les sessions inconnues sur la page de votre compte, et prévenez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'recovery-code-used'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function RecoveryCodeUsed({ locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
