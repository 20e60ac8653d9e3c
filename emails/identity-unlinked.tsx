import { SafetyNotice } from './safety-notice'
import type { TemplateProps } from './schemas'
import { type Locale, product, quoted, type Texts } from './wording'

const texts = {
  en: {
    subject: `Sign-in identity unlinked from your ${product} account`,
    title: 'A sign-in identity was unlinked',
    intro: (provider: string) =>
      `Your account can no longer be opened with an identity of ${provider}. Sessions that it opened have ended.`,
    warning:
      'Wasn’t you? Change your password immediately, sign out devices you don’t recognise on your account page and contact an administrator.',
  },
  fr: {
    subject: `Identité de connexion dissociée de votre compte ${product}`,
    title: 'Une identité de connexion a été dissociée',
    intro: (provider: string) =>
      `Votre compte ne peut plus être ouvert avec une identité de ${provider}. Les sessions qu’elle avait ouvertes ont pris fin.`,
    warning:
      'Ce n’était pas vous ? Changez immédiatement votre mot de passe, déconnectez les appareils inconnus sur la page de votre compte et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'identity-unlinked'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, provider }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(provider, locale))
  return <SafetyNotice locale={locale} title={text.title} intro={intro} warning={text.warning} />
}

export const identityUnlinked = { texts, subject, Message }
