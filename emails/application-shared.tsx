import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Paragraph, SmallPrint } from './parts'
import { count, nonEmpty, onSubject } from './props'
import { person, product } from './wording'

export default defineMail({
  props: onSubject.extend({
    inviterEmail: nonEmpty,
    inviterName: nonEmpty.optional(),
    role: z.enum(['member', 'owner']),
    days: count,
  }),
  texts: {
    en: {
      applicationSubject: (name: string) => `You’re invited to the application ${name}`,
      applicationTitle: 'You’re invited to an application',
      applicationIntro: (name: string, inviter: string) =>
        `${inviter} invited you to the application ${name} on ${product}.`,
      organisationSubject: (name: string) => `You’re invited to the organisation ${name}`,
      organisationTitle: 'You’re invited to an organisation',
      organisationIntro: (name: string, inviter: string) =>
        `${inviter} invited you to the organisation ${name} on ${product}.`,
      organisation_member:
        'Members can edit it, send its documents, and are members of all its applications.',
      organisation_owner: 'Owners also manage its people, and are owners of all its applications.',
      application_member: 'Members can view and edit it, make calls, read its usage and send documents.',
      application_owner: 'Owners can also reveal and rotate its secrets, manage the team and delete it.',
      action: 'Open the invitation',
      validity: (days: number) =>
        `The invitation is for this address, can be used once and expires in ${days} days. No account yet? You can create one.`,
      ignore: 'If you don’t know the sender, ignore this e-mail. Nothing is shared until you accept.',
    },
    fr: {
      applicationSubject: (name: string) => `Invitation à l’application ${name}`,
      applicationTitle: 'Invitation à rejoindre une application',
      applicationIntro: (name: string, inviter: string) =>
        `${inviter} vous invite à rejoindre l’application ${name} sur ${product}.`,
      organisationSubject: (name: string) => `Invitation à l’organisation ${name}`,
      organisationTitle: 'Invitation à rejoindre une organisation',
      organisationIntro: (name: string, inviter: string) =>
        `${inviter} vous invite à rejoindre l’organisation ${name} sur ${product}.`,
      organisation_member:
        'Un membre peut la modifier, envoyer ses documents, et est membre de toutes ses applications.',
      organisation_owner:
        'Un propriétaire gère aussi ses membres, et est propriétaire de toutes ses applications.',
      application_member:
        'Un membre peut la consulter et la modifier, faire des appels, lire son utilisation et envoyer ses documents.',
      application_owner:
        'Un propriétaire peut aussi révéler et renouveler ses secrets, gérer l’équipe et la supprimer.',
      action: 'Ouvrir l’invitation',
      validity: (days: number) =>
        `L’invitation est réservée à cette adresse, utilisable une fois et expire dans ${days} jours. Pas encore de compte ? Vous pourrez en créer un.`,
      ignore:
        'Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail : rien n’est partagé avant que vous n’acceptiez.',
    },
  },
  subject: ({ text, quote }, { applicationName, organisation }) =>
    text[`${organisation ? 'organisation' : 'application'}Subject`](quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, organisation, role, days, link, ...props }) => {
    const subject = organisation ? 'organisation' : 'application'
    const inviter = person(props.inviterEmail, props.inviterName, locale)
    return (
      <Layout
        title={text[`${subject}Title`]}
        intro={text[`${subject}Intro`](quote(applicationName), inviter)}
        because="invitation"
      >
        <Paragraph>{text[`${subject}_${role}`]}</Paragraph>
        <Action link={link} label={text.action} />
        <SmallPrint>{text.validity(days)}</SmallPrint>
        <SmallPrint>{text.ignore}</SmallPrint>
      </Layout>
    )
  },
})
