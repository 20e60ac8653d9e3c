import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Second factor turned off for your Guichet account',
    title: 'Your second factor is off',
    titleLeft: 'Your authenticator was taken off',
    left: 'Codes of your authenticator no longer open your Guichet account. Signing in still asks for a passkey.',
    off: 'From now on, your password alone opens your Guichet account. Your former recovery codes no longer work.',
    warning:
      'It was not you? Change your password at once, set a second factor up again on your account page, and tell an administrator.',
  },
  fr: {
    subject: 'Second facteur désactivé pour votre compte Guichet',
    title: 'Votre second facteur est désactivé',
    titleLeft: 'Votre application d’authentification a été retirée',
    left: 'Les codes de votre application d’authentification n’ouvrent plus votre compte Guichet. La connexion demande toujours une clé d’accès.',
    off: 'Désormais, votre mot de passe seul ouvre votre compte Guichet. Vos anciens codes de secours ne fonctionnent plus.',
    warning:
      'Ce n’était pas vous ? Changez tout de suite votre mot de passe, configurez de nouveau un second facteur sur la page de votre compte, et prévenez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'second-factor-turned-off'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function SecondFactorTurnedOff({ locale, factorLeft }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = factorLeft ? text.left : text.off
  return (
    <Layout locale={locale} title={factorLeft ? text.titleLeft : text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
