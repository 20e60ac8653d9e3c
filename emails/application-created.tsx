import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details, SmallPrint } from './parts'
import { inEnvironment, nonEmpty } from './props'
import { environmentName } from './wording'

export default defineMail({
  props: inEnvironment.extend({ clientId: nonEmpty, nextStep: z.enum(['active', 'documents']) }),
  texts: {
    en: {
      subject: (name: string) => `Application created: ${name}`,
      title: 'Your application was created',
      active: (name: string) => `${name} is ready for its first call in the Sandbox.`,
      documents: (name: string) =>
        `${name} is a Production application. Add the required documents and submit them for validation. Its client secret becomes available once a reviewer approves it.`,
      actionActive: 'Open the application',
      actionDocuments: 'Add the documents',
      environment: 'Environment',
      clientId: 'Client ID',
      secret: 'The client secret is never sent by e-mail. You’ll find it on the application’s page.',
    },
    fr: {
      subject: (name: string) => `Application créée : ${name}`,
      title: 'Votre application a été créée',
      active: (name: string) => `${name} est prête pour son premier appel dans la Sandbox.`,
      documents: (name: string) =>
        `${name} est une application de production : ajoutez les documents nécessaires et soumettez-les à validation. Son secret client sera disponible après l’accord d’un vérificateur.`,
      actionActive: 'Ouvrir l’application',
      actionDocuments: 'Ajouter les documents',
      environment: 'Environnement',
      clientId: 'Identifiant client',
      secret:
        'Le secret client n’est jamais envoyé par e-mail. Vous le trouverez sur la page de l’application.',
    },
  },
  subject: ({ text, quote }, { applicationName }) => text.subject(quote(applicationName)),
  body: ({ text, quote }, { applicationName, environment, clientId, nextStep, link }) => (
    <Layout title={text.title} intro={text[nextStep](quote(applicationName))} environment={environment}>
      <Action link={link} label={nextStep === 'active' ? text.actionActive : text.actionDocuments} />
      <Details
        rows={[
          { label: text.environment, value: environmentName(environment) },
          { label: text.clientId, value: clientId, code: true },
        ]}
      />
      <SmallPrint>{text.secret}</SmallPrint>
    </Layout>
  ),
})
