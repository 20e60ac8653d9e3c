import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subject: (name: string) => `Changes requested for your application ${name}`,
    title: 'A reviewer requested changes',
    intro: (name: string) =>
      `${name} cannot go to Production yet. Make the changes below and submit it again.`,
    revisionIntro: (name: string) =>
      `The revision of ${name} cannot be approved yet. Make the changes below and submit it again. Your approved version stays live.`,
    reason: 'Reviewer’s comment:',
    document: (name: string) => `About the document ${name}:`,
    action: 'Make the changes',
  },
  fr: {
    subject: (name: string) => `Modifications demandées pour votre application ${name}`,
    title: 'Un vérificateur demande des modifications',
    intro: (name: string) =>
      `${name} ne peut pas encore passer en Production. Faites les modifications ci-dessous et soumettez-la de nouveau.`,
    revisionIntro: (name: string) =>
      `La révision de ${name} ne peut pas encore être approuvée. Faites les modifications ci-dessous et soumettez-la de nouveau. La version approuvée reste en service.`,
    reason: 'Commentaire du vérificateur :',
    document: (name: string) => `À propos du document ${name} :`,
    action: 'Faire les modifications',
  },
} satisfies Texts

type Props = TemplateProps<'validation-changes-requested'>

function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

function Message({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const introduce = props.revision ? text.revisionIntro : text.intro
  const intro = introduce(quoted(props.applicationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="application" environment="production">
      <Paragraph>{intro}</Paragraph>
      <Quote from={text.reason} text={props.reason} />
      {props.documents?.map(({ name, reason }) => (
        <Quote key={name} from={text.document(quoted(name, locale))} text={reason} />
      ))}
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const validationChangesRequested = { texts, subject, Message }
