import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Second factor turned on for your Guichet account',
    title: 'Your authenticator is set up',
    first:
      'From now on, signing in to Guichet asks for a code besides your password. Keep your recovery codes in a safe place: each of them replaces the code once.',
    another: 'Signing in to Guichet now takes a code of your authenticator as well as a passkey.',
    warning:
      'It was not you? Change your password at once, end the sessions you do not know on your account page, and tell an administrator.',
  },
  fr: {
    subject: 'Second facteur activé pour votre compte Guichet',
    title: 'Votre application d’authentification est configurée',
    first:
      'Désormais, la connexion à Guichet demande un code en plus de votre mot de passe. Gardez vos codes de secours en lieu sûr : chacun remplace le code une fois.',
    another:
      'La connexion à Guichet accepte désormais un code de votre application d’authentification aussi bien qu’une clé d’accès.',
    warning:
      'Ce n’était pas vous ? Changez tout de suite votre mot de passe, fermez les sessions inconnues sur la page de votre compte, et prévenez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'second-factor-turned-on'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function SecondFactorTurnedOn({ locale, first }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = first ? text.first : text.another
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
