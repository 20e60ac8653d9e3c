import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Callout, OpenApplication, Paragraph } from './parts'
import { inEnvironment, nonEmpty } from './props'
import { environmentName } from './wording'

export default defineMail({
  props: inEnvironment.extend({
    change: z.enum(['first', 'added', 'removed', 'off']),
    kid: nonEmpty.optional(),
  }),
  texts: {
    en: {
      firstSubject: (name: string, environment: string) =>
        `Authentication by key turned on for ${name} (${environment})`,
      addedSubject: (name: string, environment: string) => `Public key added to ${name} (${environment})`,
      removedSubject: (name: string, environment: string) =>
        `Public key removed from ${name} (${environment})`,
      offSubject: (name: string, environment: string) =>
        `Authentication by key turned off for ${name} (${environment})`,
      title: 'The keys were changed',
      firstIntro: (name: string, environment: string) =>
        `${name} (${environment}) now authenticates with a key.`,
      addedIntro: (name: string, environment: string) => `${name} (${environment}) has a second key.`,
      removedIntro: (name: string, environment: string) => `A key of ${name} (${environment}) was removed.`,
      offIntro: (name: string, environment: string) =>
        `${name} (${environment}) authenticates with a client secret again.`,
      firstEffect: 'Its client secret and its tokens stopped working immediately.',
      addedEffect: 'Its programs can sign with either of the two.',
      removedEffect: 'Assertions signed with it, and all current tokens, stopped working immediately.',
      offEffect: 'Its keys and its tokens stopped working immediately.',
      key: (kid: string) => `Key ID: ${kid}`,
      warning: 'Not expected? Ask the application’s other owners, then check its keys.',
    },
    fr: {
      firstSubject: (name: string, environment: string) =>
        `Authentification par clé activée pour ${name} (${environment})`,
      addedSubject: (name: string, environment: string) => `Clé publique ajoutée à ${name} (${environment})`,
      removedSubject: (name: string, environment: string) =>
        `Clé publique retirée de ${name} (${environment})`,
      offSubject: (name: string, environment: string) =>
        `Authentification par clé désactivée pour ${name} (${environment})`,
      title: 'Les clés ont été modifiées',
      firstIntro: (name: string, environment: string) =>
        `${name} (${environment}) s’authentifie désormais par clé.`,
      addedIntro: (name: string, environment: string) => `${name} (${environment}) a une deuxième clé.`,
      removedIntro: (name: string, environment: string) =>
        `Une clé de ${name} (${environment}) a été retirée.`,
      offIntro: (name: string, environment: string) =>
        `${name} (${environment}) s’authentifie de nouveau par secret client.`,
      firstEffect: 'Son secret client et ses jetons ont cessé immédiatement de fonctionner.',
      addedEffect: 'Ses programmes peuvent signer avec l’une ou l’autre.',
      removedEffect:
        'Les assertions signées avec elle et tous les jetons actuels ont cessé immédiatement de fonctionner.',
      offEffect: 'Ses clés et ses jetons ont cessé immédiatement de fonctionner.',
      key: (kid: string) => `Identifiant de la clé : ${kid}`,
      warning: 'Inattendu ? Demandez aux autres propriétaires de l’application, puis vérifiez ses clés.',
    },
  },
  subject: ({ text, quote }, { applicationName, environment, change }) =>
    text[`${change}Subject`](quote(applicationName), environmentName(environment)),
  body: ({ text, quote }, { applicationName, environment, change, kid, link }) => (
    <Layout
      title={text.title}
      intro={text[`${change}Intro`](quote(applicationName), environmentName(environment))}
      environment={environment}
    >
      <Paragraph>{text[`${change}Effect`]}</Paragraph>
      {kid && <Paragraph>{text.key(kid)}</Paragraph>}
      <OpenApplication link={link} />
      <Callout>{text.warning}</Callout>
    </Layout>
  ),
})
