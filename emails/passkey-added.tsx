import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, quoted, type Texts } from './wording'

const texts = {
  en: {
    subject: `Passkey added to your ${product} account`,
    title: 'Passkey added',
    intro: (name: string) => `${name} is now a passkey of your ${product} account.`,
    first:
      'From now on, signing in asks for a passkey after your password. Keep your recovery codes in a safe place: each can replace it once.',
    warning:
      'Wasn’t you? Remove it on your account page immediately, change your password and contact an administrator.',
  },
  fr: {
    subject: `Clé d’accès ajoutée à votre compte ${product}`,
    title: 'Une clé d’accès a été ajoutée',
    intro: (name: string) => `${name} est désormais une clé d’accès de votre compte ${product}.`,
    first:
      'Désormais, la connexion demande une clé d’accès en plus de votre mot de passe. Gardez vos codes de secours en lieu sûr : chacun la remplace une fois.',
    warning:
      'Ce n’était pas vous ? Retirez-la immédiatement sur la page de votre compte, changez votre mot de passe et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'passkey-added'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, name, first }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(name, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      {first && <Paragraph>{text.first}</Paragraph>}
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}

export const passkeyAdded = { texts, subject, Message }
