import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Callout } from './parts'
import { nonEmpty, onSubject } from './props'
import { person } from './wording'

const kinds = {
  joined: 'joined',
  left: 'left',
  removed: 'left',
  suspended: 'left',
  made_owner: 'owner',
  handed_over: 'owner',
} as const

export default defineMail({
  props: onSubject.extend({
    change: z.enum(['joined', 'left', 'removed', 'suspended', 'made_owner', 'handed_over']),
    personEmail: nonEmpty,
    personName: nonEmpty.optional(),
  }),
  texts: {
    en: {
      joinedSubject: (name: string) => `A new member joined ${name}`,
      leftSubject: (name: string) => `A member left the team of ${name}`,
      ownerSubject: (name: string) => `New owner for ${name}`,
      joinedTitle: 'New team member',
      leftTitle: 'A member left your team',
      ownerTitle: 'New owner',
      joined: (person: string, name: string) => `${person} joined ${name}.`,
      left: (person: string, name: string) => `${person} left ${name}.`,
      removed: (person: string, name: string) => `Another owner removed ${person} from ${name}.`,
      suspended: (person: string, name: string) =>
        `An administrator suspended ${person}, a member of ${name}. The application stays active because you own it.`,
      made_owner: (person: string, name: string) => `Another owner made ${person} an owner of ${name}.`,
      handed_over: (person: string, name: string) =>
        `Another owner transferred their ownership of ${name} to ${person}.`,
      organisationSecret:
        'They may know the client secrets of its applications. Rotate those unless you’re sure they don’t.',
      secret: 'They may know the client secret. Rotate it unless you’re sure they don’t.',
      action: 'Open the team',
    },
    fr: {
      joinedSubject: (name: string) => `Nouveau membre dans l’équipe de ${name}`,
      leftSubject: (name: string) => `Un membre a quitté l’équipe de ${name}`,
      ownerSubject: (name: string) => `Nouveau propriétaire pour ${name}`,
      joinedTitle: 'Nouveau membre dans votre équipe',
      leftTitle: 'Un membre a quitté votre équipe',
      ownerTitle: 'Nouveau propriétaire',
      joined: (person: string, name: string) => `${person} a rejoint ${name}.`,
      left: (person: string, name: string) => `${person} a quitté ${name}.`,
      removed: (person: string, name: string) => `Un autre propriétaire a retiré ${person} de ${name}.`,
      suspended: (person: string, name: string) =>
        `Un administrateur a suspendu ${person}, membre de ${name}. L’application reste active, puisque vous en êtes propriétaire.`,
      made_owner: (person: string, name: string) =>
        `Un autre propriétaire de ${name} a nommé ${person} propriétaire.`,
      handed_over: (person: string, name: string) =>
        `Un autre propriétaire a transféré sa propriété de ${name} à ${person}.`,
      organisationSecret:
        'Cette personne connaît peut-être les secrets client de ses applications. Renouvelez-les, sauf si vous êtes sûr du contraire.',
      secret:
        'Cette personne connaît peut-être le secret client. Renouvelez-le, sauf si vous êtes sûr du contraire.',
      action: 'Ouvrir l’équipe',
    },
  },
  subject: ({ text, quote }, { applicationName, change }) =>
    text[`${kinds[change]}Subject`](quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, change, organisation, link, ...props }) => (
    <Layout
      title={text[`${kinds[change]}Title`]}
      intro={text[change](person(props.personEmail, props.personName, locale), quote(applicationName))}
      because={organisation ? 'organisation' : 'application'}
    >
      {kinds[change] === 'left' && <Callout>{organisation ? text.organisationSecret : text.secret}</Callout>}
      <Action link={link} label={text.action} />
    </Layout>
  ),
})
