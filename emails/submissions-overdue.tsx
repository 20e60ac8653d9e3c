import { Layout } from './layout'
import { Action, Paragraph, SecondAction } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, quoted, type Texts } from './wording'

export const texts = {
  en: {
    subject: (count: number) =>
      count === 1 ? '1 submission is overdue for review' : `${count} submissions are overdue for review`,
    title: 'Submissions are waiting too long',
    intro: 'Their developers were promised an answer by now. The oldest come first in the queue.',
    action: 'Open the queue',
    submission: (name: string, due: string) => `${name}, due ${due}`,
  },
  fr: {
    subject: (count: number) =>
      count === 1 ? '1 demande en retard d’examen' : `${count} demandes en retard d’examen`,
    title: 'Des demandes attendent trop longtemps',
    intro:
      'Une réponse était promise à leurs développeurs avant maintenant. Les plus anciennes sont en tête de la file.',
    action: 'Ouvrir la file',
    submission: (name: string, due: string) => `${name}, attendue le ${due}`,
  },
} satisfies Texts

type Props = TemplateProps<'submissions-overdue'>

export function subject({ submissions }: Props, locale: Locale): string {
  return texts[locale].subject(submissions.length)
}

export function SubmissionsOverdue({ submissions, queueLink, timeZone, locale }: Props & { locale: Locale }) {
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
