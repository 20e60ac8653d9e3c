import { Layout } from './layout'
import { Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Your role in ${product}`,
    title: 'Your role was changed',
    developer: 'Your role is now Developer. You keep your own applications.',
    reviewer: 'Your role is now Reviewer. You are no longer an administrator.',
    next: 'You were signed out everywhere. Sign in again to continue.',
  },
  fr: {
    subject: `Votre rôle dans ${product}`,
    title: 'Votre rôle a changé',
    developer: 'Votre rôle est désormais Développeur. Vous gardez vos propres applications.',
    reviewer: 'Votre rôle est désormais Vérificateur. Vous n’êtes plus administrateur.',
    next: 'Toutes vos sessions ont été fermées. Reconnectez-vous pour continuer.',
  },
} satisfies Texts

type Props = TemplateProps<'role-changed'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, role }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text[role]} because="safety">
      <Paragraph>{text[role]}</Paragraph>
      <Paragraph>{text.next}</Paragraph>
    </Layout>
  )
}

export const roleChanged = { texts, subject, Message }
