import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your ${product} account was reinstated`,
    title: 'Your account works again',
    intro: `An administrator reinstated your ${product} account. You can sign in, and your applications work again.`,
    reason: 'Reason:',
    action: 'Sign in',
  },
  fr: {
    subject: `Votre compte ${product} a été rétabli`,
    title: 'Votre compte fonctionne de nouveau',
    intro: `Un administrateur a rétabli votre compte ${product}. Vous pouvez vous connecter, et vos applications fonctionnent comme auparavant.`,
    reason: 'Motif :',
    action: 'Se connecter',
  },
} satisfies Texts

type Props = TemplateProps<'account-reinstated'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, reason, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      {reason && <Quote from={text.reason} text={reason} />}
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const accountReinstated = { texts, subject, Message }
