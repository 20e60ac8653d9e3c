import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    expiring: (name: string) => `A document of the organisation ${name} expires soon`,
    expired: (name: string) => `A document of the organisation ${name} has expired`,
    expiringIntro: (document: string, name: string, day: string) =>
      `The document ${document} of ${name} is valid until ${day}.`,
    expiredIntro: (document: string, name: string, day: string) =>
      `The document ${document} of ${name} was valid until ${day}. Its applications keep working.`,
    change: 'Prepare a change with the new document and submit it before that day.',
    replace: 'Add the new document and submit the organisation again.',
    reviewer: 'Its owners were asked for a new document. It will appear in the queue.',
    action: 'Open the organisation',
  },
  fr: {
    expiring: (name: string) => `Un document de l’organisation ${name} expire bientôt`,
    expired: (name: string) => `Un document de l’organisation ${name} a expiré`,
    expiringIntro: (document: string, name: string, day: string) =>
      `Le document ${document} de ${name} est valable jusqu’au ${day}.`,
    expiredIntro: (document: string, name: string, day: string) =>
      `Le document ${document} de ${name} était valable jusqu’au ${day}. Ses applications continuent de fonctionner.`,
    change: 'Préparez une modification avec le nouveau document et soumettez-la avant ce jour.',
    replace: 'Ajoutez le nouveau document et soumettez de nouveau l’organisation.',
    reviewer: 'Un nouveau document a été demandé à ses propriétaires. Il apparaîtra dans la file.',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-document-expiring'>

function subject({ organisationName, expired }: Props, locale: Locale): string {
  return texts[locale][expired ? 'expired' : 'expiring'](quotedInSubject(organisationName, locale))
}

function Message({ locale, expired, toReviewer, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.organisationName, locale)
  const day = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(props.validUntil))
  const intro = text[expired ? 'expiredIntro' : 'expiringIntro'](
    quoted(props.documentName, locale),
    name,
    day,
  )
  const next = expired ? text.replace : text.change
  return (
    <Layout
      locale={locale}
      title={text[expired ? 'expired' : 'expiring'](name)}
      preview={intro}
      because={toReviewer ? 'reviewer' : 'organisation'}
    >
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{toReviewer ? text.reviewer : next}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const organisationDocumentExpiring = { texts, subject, Message }
