import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details } from './parts'
import { instant, nonEmpty, onSubject, timeZone } from './props'
import { moment, person } from './wording'

export default defineMail({
  props: onSubject.extend({
    developerEmail: nonEmpty,
    developerName: nonEmpty.optional(),
    resubmitted: z.boolean(),
    dueAt: instant.optional(),
    timeZone,
  }),
  texts: {
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
      subjectOrganisation: (name: string) => `Nouvelle organisation à examiner : ${name}`,
      introOrganisation: (name: string) => `L’organisation ${name} demande à être vérifiée.`,
      introNew: (name: string) => `${name} demande l’accès à la Production.`,
      introAgain: (name: string) => `${name} a été soumise de nouveau après une demande de modifications.`,
      developer: 'Développeur',
      due: 'Réponse attendue le',
      action: 'Examiner la demande',
    },
  },
  subject: ({ text, quote }, { applicationName, resubmitted, organisation }) => {
    const first = organisation ? text.subjectOrganisation : text.subjectNew
    return (resubmitted ? text.subjectAgain : first)(quote(applicationName))
  },
  body: ({ text, locale, quote }, { applicationName, resubmitted, organisation, dueAt, ...props }) => {
    const first = organisation ? text.introOrganisation : text.introNew
    const rows = [
      { label: text.developer, value: person(props.developerEmail, props.developerName, locale) },
      ...(dueAt ? [{ label: text.due, value: moment(dueAt, locale, props.timeZone) }] : []),
    ]
    return (
      <Layout
        title={resubmitted ? text.titleAgain : text.titleNew}
        intro={(resubmitted ? text.introAgain : first)(quote(applicationName))}
        because="reviewer"
        environment={organisation ? undefined : 'production'}
      >
        <Details rows={rows} />
        <Action link={props.link} label={text.action} />
      </Layout>
    )
  },
})
