import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your ${product} account was approved`,
    title: 'Your account was approved',
    intro: `Your ${product} account was approved. You can now create applications.`,
    action: 'Create an application',
  },
  fr: {
    subject: `Votre compte ${product} a été approuvé`,
    title: 'Votre compte a été approuvé',
    intro: `Votre compte ${product} a été approuvé. Vous pouvez maintenant créer des applications.`,
    action: 'Créer une application',
  },
} satisfies Texts

type Props = TemplateProps<'sign-up-approved'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="account">
      <Paragraph>{text.intro}</Paragraph>
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const signUpApproved = { texts, subject, Message }
