import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, type Texts } from './wording'

const texts = {
  en: {
    subject: 'The e-mail address of your Guichet account was changed',
    title: 'Your e-mail address was changed',
    intro: (address: string) => `Your Guichet account now uses ${address}. Use it to sign in.`,
    both: 'We sent this to both your previous and your new address.',
    warning:
      'Wasn’t you? Contact an administrator immediately: they can block the account and return it to you.',
  },
  fr: {
    subject: 'L’adresse e-mail de votre compte Guichet a été modifiée',
    title: 'Votre adresse e-mail a été modifiée',
    intro: (address: string) =>
      `Votre compte Guichet utilise maintenant ${address}. Servez-vous-en pour vous connecter.`,
    both: 'Ce message est envoyé à vos deux adresses, l’ancienne et la nouvelle.',
    warning:
      'Ce n’était pas vous ? Contactez immédiatement un administrateur : nous pouvons bloquer le compte et vous le restituer.',
  },
} satisfies Texts

type Props = TemplateProps<'email-changed'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ newAddressMasked, locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(oneLine(newAddressMasked, 254))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{text.both}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}

export const emailChanged = { texts, subject, Message }
