import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import { product } from './wording'

export default defineMail({
  props: z.object({
    applications: z.int().min(0),
    shared: z.int().min(0).default(0),
    byOperator: z.boolean().default(false),
  }),
  texts: {
    en: {
      subject: `Your ${product} account was deleted`,
      title: 'Your account was deleted',
      intro: `Your ${product} account was deleted, as you requested. This can’t be undone.`,
      byOperator: `The operator of the portal deleted your ${product} account. This can’t be undone.`,
      applications: (count: number) =>
        count === 1
          ? 'Your application was deleted too. Its credentials and tokens no longer work.'
          : `Your ${count} applications were deleted too. Their credentials and tokens no longer work.`,
      shared: (count: number) =>
        count === 1
          ? 'The application you shared stays with its team.'
          : `The ${count} applications you shared stay with their teams.`,
      again: 'You can sign up with this address again at any time.',
      warning:
        'Wasn’t you? Contact the operator of the portal immediately and change the password of your mailbox.',
    },
    fr: {
      subject: `Votre compte ${product} a été supprimé`,
      title: 'Votre compte a été supprimé',
      intro: `Votre compte ${product} a été supprimé, comme vous l’avez demandé. C’est irréversible.`,
      byOperator: `L’exploitant du portail a supprimé votre compte ${product}. C’est irréversible.`,
      applications: (count: number) =>
        count === 1
          ? 'Votre application a aussi été supprimée. Ses identifiants et ses jetons ne fonctionnent plus.'
          : `Vos ${count} applications ont aussi été supprimées. Leurs identifiants et leurs jetons ne fonctionnent plus.`,
      shared: (count: number) =>
        count === 1
          ? 'L’application que vous partagiez reste à son équipe.'
          : `Les ${count} applications que vous partagiez restent à leurs équipes.`,
      again: 'Vous pouvez vous inscrire de nouveau avec cette adresse à tout moment.',
      warning:
        'Ce n’était pas vous ? Prévenez tout de suite l’exploitant du portail, et changez le mot de passe de votre messagerie.',
    },
  },
  subject: ({ text }) => text.subject,
  body: ({ text }, { applications, shared, byOperator }) => (
    <Layout title={text.title} intro={byOperator ? text.byOperator : text.intro} because="safety">
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      {shared > 0 && <Paragraph>{text.shared(shared)}</Paragraph>}
      <Paragraph>{text.again}</Paragraph>
      {!byOperator && <Callout>{text.warning}</Callout>}
    </Layout>
  ),
})
