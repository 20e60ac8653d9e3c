import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Reason } from './parts'
import { link, nonEmpty } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ reason: nonEmpty.optional(), link }),
  texts: {
    en: {
      subject: `Your ${product} account was reinstated`,
      title: 'Your account works again',
      intro: `An administrator reinstated your ${product} account. You can sign in, and your applications work again.`,
      action: 'Sign in',
    },
    fr: {
      subject: `Votre compte ${product} a été rétabli`,
      title: 'Votre compte fonctionne de nouveau',
      intro: `Un administrateur a rétabli votre compte ${product}. Vous pouvez vous connecter, et vos applications fonctionnent comme auparavant.`,
      action: 'Se connecter',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { reason, link }) => (
    <Layout title={text.title} intro={text.intro} because="safety">
      <Reason text={reason} />
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
