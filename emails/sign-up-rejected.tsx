import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Reason } from './parts'
import { nonEmpty } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ reason: nonEmpty }),
  texts: {
    en: {
      subject: `Your ${product} account was rejected`,
      title: 'Your account was rejected',
      intro: `An administrator rejected your ${product} account. You can still sign in to download your data or delete the account.`,
    },
    fr: {
      subject: `Votre compte ${product} a été refusé`,
      title: 'Votre compte a été refusé',
      intro: `Un administrateur a refusé votre compte ${product}. Vous pouvez toujours vous connecter pour télécharger vos données ou supprimer le compte.`,
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { reason }) => (
    <Layout title={text.title} intro={text.intro} because="account">
      <Reason text={reason} />
    </Layout>
  ),
})
