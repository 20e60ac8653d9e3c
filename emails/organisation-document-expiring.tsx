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
    waiting: 'Your submission that is in the queue has a valid document already. There’s nothing to do.',
    reviewerWaiting: 'A submission with a valid document is in the queue.',
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
    waiting:
      'Votre soumission qui est dans la file contient déjà un document valable. Vous n’avez rien à faire.',
    reviewerWaiting: 'Une soumission avec un document valable est dans la file.',
    reviewer: 'Un nouveau document a été demandé à ses propriétaires. Il apparaîtra dans la file.',
    action: 'Ouvrir l’organisation',
  },
} satisfies Texts

type Props = TemplateProps<'organisation-document-expiring'>

function subject({ organisationName, expired }: Props, locale: Locale): string {
  return texts[locale][expired ? 'expired' : 'expiring'](quotedInSubject(organisationName, locale))
}

function Message({ locale, expired, waiting, toReviewer, ...props }: Props & { locale: Locale }) {
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
  const reviewer = waiting ? text.reviewerWaiting : text.reviewer
  const owner = waiting ? text.waiting : expired ? text.replace : text.change
  return (
    <Layout
      locale={locale}
      title={text[expired ? 'expired' : 'expiring'](name)}
      preview={intro}
      because={toReviewer ? 'reviewer' : 'organisation'}
    >
      <Paragraph>{intro}</Paragraph>
      <Paragraph>{toReviewer ? reviewer : owner}</Paragraph>
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const organisationDocumentExpiring = { texts, subject, Message }
