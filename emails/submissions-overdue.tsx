import { Layout } from './layout'
import { Action, Paragraph, SecondAction } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, quoted, type Texts } from './wording'

const texts = {
  en: {
    subject: (count: number) =>
      count === 1 ? '1 submission is overdue for review' : `${count} submissions are overdue for review`,
    title: 'Submissions past their due date',
    intro: 'These submissions are past their due date. The most urgent come first.',
    action: 'Open the queue',
    submission: (name: string, due: string) => `${name}, due ${due}`,
  },
  fr: {
    subject: (count: number) =>
      count === 1 ? '1 demande en retard d’examen' : `${count} demandes en retard d’examen`,
    title: 'Demandes en retard',
    intro: 'L’échéance de ces demandes est dépassée. Les plus urgentes sont en tête.',
    action: 'Ouvrir la file',
    submission: (name: string, due: string) => `${name}, attendue le ${due}`,
  },
} satisfies Texts

type Props = TemplateProps<'submissions-overdue'>

function subject({ submissions }: Props, locale: Locale): string {
  return texts[locale].subject(submissions.length)
}

function Message({ submissions, queueLink, timeZone, locale }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout
      locale={locale}
      title={text.title}
      preview={text.intro}
      because="reviewer"
      environment="production"
    >
      <Paragraph>{text.intro}</Paragraph>
      <Action link={queueLink} label={text.action} locale={locale} />
      {submissions.map(({ applicationName, link, dueAt }) => (
        <SecondAction
          key={link}
          link={link}
          label={text.submission(quoted(applicationName, locale), moment(dueAt, locale, timeZone))}
        />
      ))}
    </Layout>
  )
}

export const submissionsOverdue = { texts, subject, Message }
