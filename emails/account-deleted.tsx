import { Layout } from './layout'
import { Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import type { Locale, Texts } from './wording'

export const texts = {
  en: {
    subject: 'Your Guichet account was deleted',
    title: 'Your account was deleted',
    intro: 'Your Guichet account was deleted, as asked for on its page. It cannot be brought back.',
    applications: (count: number) =>
      count === 1
        ? 'Your application was deleted with it: its credentials and tokens have stopped working.'
        : `Your ${count} applications were deleted with it: their credentials and tokens have stopped working.`,
    shared: (count: number) =>
      count === 1
        ? 'The application that you shared goes on with its team.'
        : `The ${count} applications that you shared go on with their teams.`,
    again: 'This address is free again: you may create another account with it at any time.',
    warning:
      'It was not you? Tell the operator of the portal at once, and change the password of your mailbox.',
  },
  fr: {
    subject: 'Votre compte Guichet a été supprimé',
    title: 'Votre compte a été supprimé',
    intro: 'Votre compte Guichet a été supprimé, comme demandé sur sa page. Il ne peut pas être rétabli.',
    applications: (count: number) =>
      count === 1
        ? 'Votre application a été supprimée avec lui : ses identifiants et ses jetons ont cessé de fonctionner.'
        : `Vos ${count} applications ont été supprimées avec lui : leurs identifiants et leurs jetons ont cessé de fonctionner.`,
    shared: (count: number) =>
      count === 1
        ? 'L’application que vous partagiez continue avec son équipe.'
        : `Les ${count} applications que vous partagiez continuent avec leurs équipes.`,
    again: 'Cette adresse est de nouveau libre : vous pouvez créer un autre compte avec elle à tout moment.',
    warning:
      'Ce n’était pas vous ? Prévenez tout de suite l’exploitant du portail, et changez le mot de passe de votre boîte aux lettres.',
  },
} satisfies Texts

type Props = TemplateProps<'account-deleted'>

export function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

export function AccountDeleted({ locale, applications, shared }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      {applications > 0 && <Paragraph>{text.applications(applications)}</Paragraph>}
      {shared > 0 && <Paragraph>{text.shared(shared)}</Paragraph>}
      <Paragraph>{text.again}</Paragraph>
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}
