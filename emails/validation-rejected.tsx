import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Application rejected: ${name}`,
    title: 'Your application was rejected',
    intro: (name: string) => `A reviewer decided that ${name} can’t be used in Production.`,
    revisionSubject: (name: string) => `Revision rejected: ${name}`,
    revisionTitle: 'Your revision was rejected',
    revisionIntro: (name: string) =>
      `A reviewer rejected the changed documents of ${name}. Your approved version stays live.`,
    reason: 'Reason:',
    sandbox: 'Your Sandbox applications aren’t affected.',
    action: 'See the decision',
  },
  fr: {
    subject: (name: string) => `Application refusée : ${name}`,
    title: 'Votre application a été refusée',
    intro: (name: string) => `Un vérificateur a décidé que ${name} ne peut pas être utilisée en Production.`,
    revisionSubject: (name: string) => `Révision refusée : ${name}`,
    revisionTitle: 'Votre révision a été refusée',
    revisionIntro: (name: string) =>
      `Un vérificateur a refusé les documents modifiés de ${name}. La version approuvée reste en service.`,
    reason: 'Motif :',
    sandbox: 'Vos applications de la Sandbox ne sont pas concernées.',
    action: 'Voir la décision',
  },
} satisfies Texts

type Props = TemplateProps<'validation-rejected'>

function subject({ applicationName, revision }: Props, locale: Locale): string {
  const { subject, revisionSubject } = texts[locale]
  return (revision ? revisionSubject : subject)(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const { revision } = props
  const intro = (revision ? text.revisionIntro : text.intro)(quoted(props.applicationName, locale))
  const title = revision ? text.revisionTitle : text.title
  return (
    <Layout locale={locale} title={title} preview={intro} because="application" environment="production">
      <Paragraph>{intro}</Paragraph>
      <Quote from={text.reason} text={props.reason} />
      {!revision && <Paragraph>{text.sandbox}</Paragraph>}
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const validationRejected = { texts, subject, Message }
