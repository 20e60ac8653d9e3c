import { ApplicationMail } from './application-mail'
import { Action, Details, SmallPrint } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
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
      `${name} est une application de Production : ajoutez les documents nécessaires et soumettez-les à validation. Son secret client sera disponible après l’accord d’un vérificateur.`,
    actionActive: 'Ouvrir l’application',
    actionDocuments: 'Ajouter les documents',
    environment: 'Environnement',
    clientId: 'Identifiant client',
    secret:
      'Le secret client n’est jamais envoyé par e-mail. Vous le trouverez sur la page de l’application.',
  },
} satisfies Texts

type Props = TemplateProps<'application-created'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, nextStep, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text[nextStep](quoted(props.applicationName, locale))
  const action = nextStep === 'active' ? text.actionActive : text.actionDocuments
  const rows = [
    { label: text.environment, value: environmentName(environment) },
    { label: text.clientId, value: props.clientId, code: true },
  ]
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Action link={props.link} label={action} locale={locale} />
      <Details rows={rows} />
      <SmallPrint>{text.secret}</SmallPrint>
    </ApplicationMail>
  )
}

export const applicationCreated = { texts, subject, Message }
