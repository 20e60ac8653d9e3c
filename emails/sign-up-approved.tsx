import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action } from './parts'
import { link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ link }),
  texts: {
    en: {
      subject: `Your ${product} account was approved`,
      title: 'Your account was approved',
      intro: `Your ${product} account was approved. You can now create applications.`,
      action: 'Create an application',
    },
    fr: {
      subject: `Votre compte ${product} a été approuvé`,
      title: 'Votre compte a été approuvé',
      intro: `Votre compte ${product} a été approuvé. Vous pouvez maintenant créer des applications.`,
      action: 'Créer une application',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { link }) => (
    <Layout title={text.title} intro={text.intro} because="account">
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
