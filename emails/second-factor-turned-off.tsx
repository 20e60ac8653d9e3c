import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Second factor turned off for your Guichet account',
    title: 'Your second factor is off',
    intro:
      'From now on, your password alone opens your Guichet account. Your former recovery codes no longer work.',
    warning:
      'It was not you? Change your password at once, turn the second factor on again on your account page, and tell an administrator.',
  },
  fr: {
    subject: 'Second facteur désactivé pour votre compte Guichet',
    title: 'Votre second facteur est désactivé',
    intro:
      'Désormais, votre mot de passe seul ouvre votre compte Guichet. Vos anciens codes de secours ne fonctionnent plus.',
    warning:
      'Ce n’était pas vous ? Changez tout de suite votre mot de passe, réactivez le second facteur sur la page de votre compte, et prévenez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'second-factor-turned-off'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function SecondFactorTurnedOff({ locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
