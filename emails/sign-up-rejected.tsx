import { Layout } from './layout'
import { Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your ${product} account was rejected`,
    title: 'Your account was rejected',
    intro: `An administrator rejected your ${product} account. You can still sign in to download your data or delete the account.`,
    reason: 'Reason:',
  },
  fr: {
    subject: `Votre compte ${product} a été refusé`,
    title: 'Votre compte a été refusé',
    intro: `Un administrateur a refusé votre compte ${product}. Vous pouvez toujours vous connecter pour télécharger vos données ou supprimer le compte.`,
    reason: 'Motif :',
  },
} satisfies Texts

type Props = TemplateProps<'sign-up-rejected'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, reason }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="account">
      <Paragraph>{text.intro}</Paragraph>
      <Quote from={text.reason} text={reason} />
    </Layout>
  )
}

export const signUpRejected = { texts, subject, Message }
