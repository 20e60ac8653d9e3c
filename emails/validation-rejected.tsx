import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `Application rejected: ${name}`,
    title: 'Your application was rejected',
    intro: (name: string) => `A reviewer has decided that ${name} cannot be used in Production.`,
    reason: 'The reason given:',
    sandbox: 'Your Sandbox applications are not concerned and keep working.',
    action: 'See the decision',
  },
  fr: {
    subject: (name: string) => `Application refusée : ${name}`,
    title: 'Votre application a été refusée',
    intro: (name: string) => `Un vérificateur a décidé que ${name} ne peut pas être utilisée en Production.`,
    reason: 'Le motif donné :',
    sandbox: 'Vos applications de la Sandbox ne sont pas concernées et continuent de fonctionner.',
    action: 'Voir la décision',
  },
} satisfies Texts

type Props = TemplateProps<'validation-rejected'>

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function ValidationRejected({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="application" environment="production">
      <Paragraph>{intro}</Paragraph>
      <Quote from={text.reason} text={props.reason} />
      <Paragraph>{text.sandbox}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}
