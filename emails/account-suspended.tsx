import { Layout } from './layout'
import { Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Your Guichet account was suspended',
    title: 'Your account was suspended',
    intro: 'An administrator suspended your Guichet account. You cannot sign in for now.',
    applications: (count: number) =>
      count === 1
        ? 'Your application gets no more tokens, and those it had have ended. Its settings are kept.'
        : `Your ${count} applications get no more tokens, and those they had have ended. Their settings are kept.`,
    reason: 'The reason given:',
  },
  fr: {
    subject: 'Votre compte Guichet a été suspendu',
    title: 'Votre compte a été suspendu',
    intro:
      'Un administrateur a suspendu votre compte Guichet. Vous ne pouvez plus vous connecter pour le moment.',
    applications: (count: number) =>
      count === 1
        ? 'Votre application ne reçoit plus de jetons, et ceux qu’elle avait ont pris fin. Ses réglages sont conservés.'
        : `Vos ${count} applications ne reçoivent plus de jetons, et ceux qu’elles avaient ont pris fin. Leurs réglages sont conservés.`,
    reason: 'Le motif donné :',
  },
} satisfies Texts

type Props = TemplateProps<'account-suspended'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function AccountSuspended({ locale, reason, applications }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      <Quote from={text.reason} text={reason} />
    </Layout>
  )
}
