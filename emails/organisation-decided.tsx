import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    verified: (name: string) => `Organisation verified: ${name}`,
    changes_requested: (name: string) => `Changes requested for your organisation ${name}`,
    rejected: (name: string) => `Organisation rejected: ${name}`,
    verifiedIntro: (name: string) =>
      `${name} was verified. Its Production applications only need to send their own documents.`,
    changes_requestedIntro: (name: string) =>
      `${name} cannot be verified yet. Make the changes below and submit it again.`,
    rejectedIntro: (name: string) => `A reviewer decided that ${name} can’t be verified.`,
    revision: 'What was verified before stays in force until a change is accepted.',
    reason: 'Reviewer’s comment:',
    document: (name: string) => `About the document ${name}:`,
    action: 'Open the organisation',
  },
  fr: {
    verified: (name: string) => `Organisation vérifiée : ${name}`,
    changes_requested: (name: string) => `Modifications demandées pour votre organisation ${name}`,
    rejected: (name: string) => `Organisation refusée : ${name}`,
    verifiedIntro: (name: string) =>
      `${name} a été vérifiée. Ses applications de Production n’ont plus à envoyer que leurs propres documents.`,
    changes_requestedIntro: (name: string) =>
      `${name} ne peut pas encore être vérifiée. Faites les modifications ci-dessous et soumettez-la de nouveau.`,
    rejectedIntro: (name: string) => `Un vérificateur a décidé que ${name} ne peut pas être vérifiée.`,
    revision: 'Ce qui a été vérifié auparavant reste en vigueur jusqu’à ce qu’un changement soit accepté.',
    reason: 'Commentaire du vérificateur :',
    document: (name: string) => `À propos du document ${name} :`,
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-decided'>

function subject({ organisationName, outcome }: Props, locale: Locale): string {
  return texts[locale][outcome](quotedInSubject(organisationName, locale))
}

function Message({ locale, outcome, revision, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.organisationName, locale)
  const intro = text[`${outcome}Intro`](name)
  return (
    <Layout locale={locale} title={text[outcome](name)} preview={intro} because="organisation">
      <Paragraph>{intro}</Paragraph>
      {revision && outcome !== 'verified' && <Paragraph>{text.revision}</Paragraph>}
      {props.reason && <Quote from={text.reason} text={props.reason} />}
      {props.documents?.map(({ name: document, reason }) => (
        <Quote key={document} from={text.document(quoted(document, locale))} text={reason} />
      ))}
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const organisationDecided = { texts, subject, Message }
