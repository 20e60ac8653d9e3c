import { Layout } from './layout'
import { Action, Details, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, person, quoted, quotedInSubject, type Texts } from './wording'

const texts = {
  en: {
    subjectNew: (name: string) => `New submission to review: ${name}`,
    subjectAgain: (name: string) => `Resubmitted for review: ${name}`,
    titleNew: 'A new submission is in the queue',
    titleAgain: 'Submission resubmitted',
    subjectOrganisation: (name: string) => `New organisation to review: ${name}`,
    introOrganisation: (name: string) => `The organisation ${name} requests verification.`,
    introNew: (name: string) => `${name} requests access to Production.`,
    introAgain: (name: string) => `${name} was submitted again after changes were requested.`,
    developer: 'Developer',
    due: 'Decision due by',
    action: 'Review the submission',
  },
  fr: {
    subjectNew: (name: string) => `Nouvelle demande à examiner : ${name}`,
    subjectAgain: (name: string) => `Demande à réexaminer : ${name}`,
    titleNew: 'Une nouvelle demande est dans la file',
    titleAgain: 'Demande soumise de nouveau',
    subjectOrganisation: (name: string) => `Nouvelle organisation à examiner : ${name}`,
    introOrganisation: (name: string) => `L’organisation ${name} demande à être vérifiée.`,
    introNew: (name: string) => `${name} demande l’accès à la Production.`,
    introAgain: (name: string) => `${name} a été soumise de nouveau après une demande de modifications.`,
    developer: 'Développeur',
    due: 'Réponse attendue le',
    action: 'Examiner la demande',
  },
} satisfies Texts

type Props = TemplateProps<'submission-received'>

function subject({ applicationName, resubmitted, organisation }: Props, locale: Locale): string {
  const name = quotedInSubject(applicationName, locale)
  const { subjectAgain, subjectOrganisation, subjectNew } = texts[locale]
  if (resubmitted) return subjectAgain(name)
  return organisation ? subjectOrganisation(name) : subjectNew(name)
}

function Message({ locale, resubmitted, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const name = quoted(props.applicationName, locale)
  const title = resubmitted ? text.titleAgain : text.titleNew
  const first = props.organisation ? text.introOrganisation(name) : text.introNew(name)
  const intro = resubmitted ? text.introAgain(name) : first
  const rows = [{ label: text.developer, value: person(props.developerEmail, props.developerName, locale) }]
  if (props.dueAt) rows.push({ label: text.due, value: moment(props.dueAt, locale, props.timeZone) })
  return (
    <Layout
      locale={locale}
      title={title}
      preview={intro}
      because="reviewer"
      environment={props.organisation ? undefined : 'production'}
    >
      <Paragraph>{intro}</Paragraph>
      <Details rows={rows} />
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const submissionReceived = { texts, subject, Message }
