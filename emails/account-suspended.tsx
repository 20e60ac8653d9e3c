import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Paragraph, Reason } from './parts'
import { nonEmpty } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ reason: nonEmpty, applications: z.int().min(0) }),
  texts: {
    en: {
      subject: `Your ${product} account was suspended`,
      title: 'Your account was suspended',
      intro: `An administrator suspended your ${product} account. You can’t sign in for now.`,
      applications: (count: number) =>
        count === 1
          ? 'Your application can’t get tokens, and its current tokens were revoked. Its settings are kept.'
          : `Your ${count} applications can’t get tokens, and their current tokens were revoked. Their settings are kept.`,
    },
    fr: {
      subject: `Votre compte ${product} a été suspendu`,
      title: 'Votre compte a été suspendu',
      intro: `Un administrateur a suspendu votre compte ${product}. Vous ne pouvez plus vous connecter pour le moment.`,
      applications: (count: number) =>
        count === 1
          ? 'Votre application ne peut plus obtenir de jetons, et les siens ont été révoqués. Ses réglages sont conservés.'
          : `Vos ${count} applications ne peuvent plus obtenir de jetons, et les leurs ont été révoqués. Leurs réglages sont conservés.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { reason, applications }) => (
    <Layout title={text.title} intro={text.intro} because="safety">
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      <Reason text={reason} />
    </Layout>
  ),
})
