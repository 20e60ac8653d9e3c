import { Layout } from './layout'
import { Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Your role in Guichet',
    title: 'Your role was changed',
    developer:
      'An administrator took your role away: you are a developer of Guichet now, with your own applications.',
    reviewer:
      'An administrator changed your role: you are a reviewer of Guichet now, and no longer an administrator.',
    next: 'You were signed out everywhere. Sign in again to go on.',
  },
  fr: {
    subject: 'Votre rôle dans Guichet',
    title: 'Votre rôle a changé',
    developer:
      'Un administrateur a retiré votre rôle : vous êtes désormais développeur de Guichet, avec vos propres applications.',
    reviewer:
      'Un administrateur a changé votre rôle : vous êtes désormais vérificateur de Guichet, et plus administrateur.',
    next: 'Vous avez été déconnecté partout. Reconnectez-vous pour continuer.',
  },
} satisfies Texts

type Props = TemplateProps<'role-changed'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function RoleChanged({ locale, role }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text[role]} because="safety">
      <Paragraph>{text[role]}</Paragraph>
      <Paragraph>{text.next}</Paragraph>
    </Layout>
  )
}
