import { Layout } from './layout'
import { Action, Paragraph, SecondAction, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `You already have an account with ${product}`,
    title: 'You already have an account',
    intro: `Someone, probably you, tried to sign up to ${product} with this address. It already has an account.`,
    action: 'Sign in',
    reset: 'Forgot your password? Choose a new one',
    ignore:
      'If it wasn’t you, you don’t need to do anything. Your account is unchanged, and we didn’t reveal that it exists.',
  },
  fr: {
    subject: `Vous avez déjà un compte ${product}`,
    title: 'Vous avez déjà un compte',
    intro: `Quelqu’un, sans doute vous, a voulu s’inscrire sur ${product} avec cette adresse. Elle a déjà un compte.`,
    action: 'Se connecter',
    reset: 'Mot de passe oublié ? Choisissez-en un nouveau',
    ignore:
      'Si ce n’était pas vous, vous n’avez rien à faire. Votre compte est inchangé, et son existence n’a pas été révélée.',
  },
} satisfies Texts

type Props = TemplateProps<'address-already-known'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ signInLink, resetLink, locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="address">
      <Paragraph>{text.intro}</Paragraph>
      <Action link={signInLink} label={text.action} locale={locale} />
      <SecondAction link={resetLink} label={text.reset} />
      <SmallPrint>{text.ignore}</SmallPrint>
    </Layout>
  )
}

export const addressAlreadyKnown = { texts, subject, Message }
