import { SafetyNotice } from './safety-notice'
import type { TemplateProps } from './schemas'
import { type Locale, moment, product, quoted, type Texts } from './wording'

const texts = {
  en: {
    subject: `New personal access key for your ${product} account`,
    title: 'Personal access key created',
    intro: (name: string, day: string) =>
      `${name} can now read the usage of your applications. It ends on ${day}.`,
    warning:
      'Wasn’t you? Remove it on your account page immediately, change your password and contact an administrator.',
  },
  fr: {
    subject: `Nouvelle clé d’API personnelle pour votre compte ${product}`,
    title: 'Une clé d’API personnelle a été créée',
    intro: (name: string, day: string) =>
      `${name} peut désormais lire la consommation de vos applications. Elle expire le ${day}.`,
    warning:
      'Ce n’était pas vous ? Retirez-la immédiatement sur la page de votre compte, changez votre mot de passe et contactez un administrateur.',
  },
} satisfies Texts

type Props = TemplateProps<'access-key-created'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, name, expiresOn }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(name, locale), moment(expiresOn, locale))
  return <SafetyNotice locale={locale} title={text.title} intro={intro} warning={text.warning} />
}

export const accessKeyCreated = { texts, subject, Message }
