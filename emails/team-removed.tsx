import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import { onSubject } from './props'

export default defineMail({
  props: onSubject,
  texts: {
    en: {
      subject: (name: string) => `You were removed from ${name}`,
      title: 'You were removed from an application',
      intro: (name: string) => `An owner of ${name} removed you from its team. You no longer have access.`,
      organisationTitle: 'You were removed from an organisation',
      organisationIntro: (name: string) =>
        `An owner removed you from the organisation ${name}. You no longer have access to it or its applications.`,
      organisationAction: 'Open your organisations',
      rest: 'Your account and your other applications aren’t affected.',
      action: 'Open your applications',
    },
    fr: {
      subject: (name: string) => `Vous avez été retiré de ${name}`,
      title: 'Vous avez été retiré d’une application',
      intro: (name: string) =>
        `Un propriétaire de ${name} vous a retiré de son équipe. Vous n’y avez plus accès.`,
      organisationTitle: 'Vous avez été retiré d’une organisation',
      organisationIntro: (name: string) =>
        `Un propriétaire vous a retiré de l’organisation ${name}. Vous n’avez plus accès ni à elle ni à ses applications.`,
      organisationAction: 'Ouvrir vos organisations',
      rest: 'Votre compte et vos autres applications ne sont pas concernés.',
      action: 'Ouvrir vos applications',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, organisation, link }) => (
    <Layout
      title={organisation ? text.organisationTitle : text.title}
      intro={(organisation ? text.organisationIntro : text.intro)(quote(applicationName))}
      because="removedMember"
    >
      <Paragraph>{text.rest}</Paragraph>
      <Action link={link} label={organisation ? text.organisationAction : text.action} />
    </Layout>
  ),
})
