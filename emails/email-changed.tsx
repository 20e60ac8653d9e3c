import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, type Texts } from './wording'

export const texts = {
  en: {
    subject: 'The e-mail address of your Guichet account was changed',
    title: 'Your e-mail address was changed',
    intro: (address: string) =>
      `Your Guichet account now uses the address ${address}. Sign in with it from now on.`,
    both: 'This message goes to the former and to the new address.',
    warning:
      'It was not you? Tell an administrator of Guichet at once: the account can be stopped and given back to you.',
  },
  fr: {
    subject: 'L’adresse e-mail de votre compte Guichet a été modifiée',
    title: 'Votre adresse e-mail a été modifiée',
    intro: (address: string) =>
      `Votre compte Guichet utilise maintenant l’adresse ${address}. Connectez-vous désormais avec elle.`,
    both: 'Ce message est envoyé à l’ancienne et à la nouvelle adresse.',
    warning:
      'Ce n’était pas vous ? Prévenez tout de suite un administrateur de Guichet : le compte peut être arrêté et vous être rendu.',
  },
} satisfies Texts

type Props = TemplateProps<'email-changed'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function EmailChanged({ newAddressMasked, locale }: Props & { locale: Locale }) {
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
