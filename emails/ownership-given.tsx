import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { OpenApplication, OpenOrganisation, Paragraph } from './parts'
import { onSubject } from './props'

export default defineMail({
  props: onSubject.extend({ how: z.enum(['made', 'handed_over', 'inherited', 'appointed']) }),
  texts: {
    en: {
      subject: (name: string) => `You are now an owner of ${name}`,
      title: 'You are now an owner',
      made: (name: string) => `An owner of ${name} made you an owner.`,
      handed_over: (name: string) => `The previous owner of ${name} transferred it to you.`,
      inherited: (name: string) =>
        `The last owner of ${name} left. As the longest-standing member, you are now its owner.`,
      appointed: (name: string) =>
        `All owners of ${name} are suspended. An administrator made you its owner.`,
      rights: 'You can reveal and rotate its secrets, manage the team and delete it.',
      advice: 'Its secret and tokens keep working. Rotate the secret if someone who left may know it.',
      organisationRights: 'You can manage its people, its documents and all its applications.',
      organisationAdvice: 'Its applications keep working as before.',
    },
    fr: {
      subject: (name: string) => `Vous êtes désormais propriétaire de ${name}`,
      title: 'Vous êtes désormais propriétaire',
      made: (name: string) => `Un propriétaire de ${name} vous a également nommé propriétaire.`,
      handed_over: (name: string) => `L’ancien propriétaire de ${name} vous l’a transférée.`,
      inherited: (name: string) =>
        `Le dernier propriétaire de ${name} est parti. Membre le plus ancien, vous en êtes désormais propriétaire.`,
      appointed: (name: string) =>
        `Tous les propriétaires de ${name} sont suspendus. Un administrateur vous en a nommé propriétaire à leur place.`,
      rights: 'Vous pouvez révéler et renouveler ses secrets, gérer l’équipe et la supprimer.',
      advice:
        'Son secret et ses jetons continuent de fonctionner. Renouvelez le secret si une personne partie peut le connaître.',
      organisationRights: 'Vous pouvez gérer ses membres, ses documents et toutes ses applications.',
      organisationAdvice: 'Ses applications continuent de fonctionner comme avant.',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, how, organisation, link }) => (
    <Layout
      title={text.title}
      intro={text[how](quote(applicationName))}
      because={organisation ? 'organisation' : 'application'}
    >
      <Paragraph>{organisation ? text.organisationRights : text.rights}</Paragraph>
      <Paragraph>{organisation ? text.organisationAdvice : text.advice}</Paragraph>
      {organisation ? <OpenOrganisation link={link} /> : <OpenApplication link={link} />}
    </Layout>
  ),
})
