import { ApplicationMail } from './application-mail'
import { Action, Callout, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { environmentName, type Locale, moment, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string, environment: string) => `Client secret rotated for ${name} (${environment})`,
    title: 'The client secret was rotated',
    intro: (name: string, environment: string) => `${name} (${environment}) has a new client secret.`,
    overlap: (when: string) => `The old secret expires on ${when}. Deploy the new one before then.`,
    atOnce: 'The old secret and its tokens stopped working immediately. Deploy the new one now.',
    action: 'Open the application',
    warning: 'Not expected? Ask the application’s other owners, then rotate the secret again.',
  },
  fr: {
    subject: (name: string, environment: string) => `Secret client renouvelé pour ${name} (${environment})`,
    title: 'Le secret client a été renouvelé',
    intro: (name: string, environment: string) => `${name} (${environment}) a un nouveau secret client.`,
    overlap: (when: string) => `L’ancien secret expire le ${when}. Déployez le nouveau avant cette date.`,
    atOnce:
      'L’ancien secret et ses jetons ont cessé immédiatement de fonctionner. Déployez le nouveau dès maintenant.',
    action: 'Ouvrir l’application',
    warning:
      'Inattendu ? Demandez aux autres propriétaires de l’application, puis renouvelez de nouveau le secret.',
  },
} satisfies Texts

type Props = TemplateProps<'secret-rotated'>

function subject({ applicationName, environment }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale), environmentName(environment))
}

function Message({ locale, environment, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const until = props.previousValidUntil
  const intro = text.intro(quoted(props.applicationName, locale), environmentName(environment))
  return (
    <ApplicationMail locale={locale} title={text.title} intro={intro} environment={environment}>
      <Paragraph>{until ? text.overlap(moment(until, locale)) : text.atOnce}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
      <Callout>{text.warning}</Callout>
    </ApplicationMail>
  )
}

export const secretRotated = { texts, subject, Message }
