import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, SmallPrint } from './parts'
import { count, link } from './props'
import { product } from './wording'

export default defineMail({
  props: z.object({ version: count, link }),
  texts: {
    en: {
      subject: `Read and accept the new terms of ${product}`,
      title: 'The terms have changed',
      intro: (version: number) =>
        `Version ${version} of the terms is in force. Accept it to keep using your applications’ pages.`,
      calls: 'Calls of your applications are not affected.',
      action: 'Read the changes',
    },
    fr: {
      subject: `Lisez et acceptez les nouvelles conditions de la plateforme ${product}`,
      title: 'Les conditions d’utilisation ont changé',
      intro: (version: number) =>
        `La version ${version} des conditions d’utilisation est en vigueur. Acceptez-la pour continuer à utiliser les pages de vos applications.`,
      calls: 'Les appels de vos applications ne sont pas concernés.',
      action: 'Lire les changements',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { version, link }) => (
    <Layout title={text.title} intro={text.intro(version)} because="account">
      <Action link={link} label={text.action} />
      <SmallPrint>{text.calls}</SmallPrint>
    </Layout>
  ),
})
