import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, SecondAction } from './parts'
import { instant, link, onApplication, timeZone } from './props'
import { moment } from './wording'

export default defineMail({
  props: z.object({
    submissions: z.array(onApplication.extend({ dueAt: instant })).min(1),
    queueLink: link,
    timeZone,
  }),
  texts: {
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
  },
  subject: ({ text }, { submissions }) => text.subject(submissions.length),
  body: ({ text, locale, quote }, { submissions, queueLink, timeZone }) => (
    <Layout title={text.title} intro={text.intro} because="reviewer" environment="production">
      <Action link={queueLink} label={text.action} />
      {submissions.map(({ applicationName, link, dueAt }) => (
        <SecondAction
          key={link}
          link={link}
          label={text.submission(quote(applicationName), moment(dueAt, locale, timeZone))}
        />
      ))}
    </Layout>
  ),
})
