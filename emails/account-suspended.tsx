import { Layout } from './layout'
import { Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your ${product} account was suspended`,
    title: 'Your account was suspended',
    intro: `An administrator suspended your ${product} account. You can’t sign in for now.`,
    applications: (count: number) =>
      count === 1
        ? 'Your application can’t get tokens, and its current tokens were revoked. Its settings are kept.'
        : `Your ${count} applications can’t get tokens, and their current tokens were revoked. Their settings are kept.`,
    reason: 'Reason:',
  },
  fr: {
    subject: `Votre compte ${product} a été suspendu`,
    title: 'Votre compte a été suspendu',
    intro: `Un administrateur a suspendu votre compte ${product}. Vous ne pouvez plus vous connecter pour le moment.`,
    applications: (count: number) =>
      count === 1
        ? 'Votre application ne peut plus obtenir de jetons, et les siens ont été révoqués. Ses réglages sont conservés.'
        : `Vos ${count} applications ne peuvent plus obtenir de jetons, et les leurs ont été révoqués. Leurs réglages sont conservés.`,
    reason: 'Motif :',
  },
} satisfies Texts

type Props = TemplateProps<'account-suspended'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, reason, applications }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      <Quote from={text.reason} text={reason} />
    </Layout>
  )
}

export const accountSuspended = { texts, subject, Message }
