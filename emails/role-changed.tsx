import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { product } from './wording'

export default defineMail({
  props: z.object({ role: z.enum(['developer', 'reviewer']) }),
  texts: {
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
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { role }) => (
    <Layout title={text.title} intro={text[role]} because="safety">
      <Paragraph>{text.next}</Paragraph>
    </Layout>
  ),
})
