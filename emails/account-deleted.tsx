import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, product, type Texts } from './wording'

const texts = {
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
} satisfies Texts

type Props = TemplateProps<'account-deleted'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, applications, shared, byOperator }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = byOperator ? text.byOperator : text.intro
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="safety">
      <Paragraph>{intro}</Paragraph>
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      {shared > 0 && <Paragraph>{text.shared(shared)}</Paragraph>}
      <Paragraph>{text.again}</Paragraph>
      {!byOperator && <Callout>{text.warning}</Callout>}
    </Layout>
  )
}

export const accountDeleted = { texts, subject, Message }
