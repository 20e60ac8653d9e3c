import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `New message about the validation of ${name}`,
    title: 'New message about a validation',
    fromReviewer: (name: string) => `A reviewer wrote to you about ${name}.`,
    fromDeveloper: (name: string) => `The developer of ${name} wrote to the reviewers.`,
    reviewerWrites: 'Reviewer’s comment:',
    developerWrites: 'Developer’s message:',
    action: 'Read and reply',
  },
  fr: {
    subject: (name: string) => `Nouveau message sur la validation de ${name}`,
    title: 'Nouveau message sur une validation',
    fromReviewer: (name: string) => `Un vérificateur vous a écrit au sujet de ${name}.`,
    fromDeveloper: (name: string) => `Le développeur de ${name} a écrit aux vérificateurs.`,
    reviewerWrites: 'Commentaire du vérificateur :',
    developerWrites: 'Message du développeur :',
    action: 'Lire et répondre',
  },
} satisfies Texts

type Props = TemplateProps<'validation-message'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, fromReviewer, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const intro = fromReviewer ? text.fromReviewer(name) : text.fromDeveloper(name)
  const from = fromReviewer ? text.reviewerWrites : text.developerWrites
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="validation" environment="production">
      <Paragraph>{intro}</Paragraph>
      <Quote from={from} text={props.body} />
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const validationMessage = { texts, subject, Message }
