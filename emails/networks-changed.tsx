import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Callout, Paragraph, Reason } from './parts'
import { inEnvironment, nonEmpty } from './props'
import { environmentName, wholeNumber } from './wording'

export default defineMail({
  props: inEnvironment.extend({
    /** `review` goes to the reviewers. */
    change: z.enum(['saved', 'requested', 'review', 'approved', 'rejected']),
    /** The number of ranges, 0 for every address. */
    count: z.int().min(0),
    reason: nonEmpty.optional(),
  }),
  texts: {
    en: {
      savedSubject: (name: string) => `Allowed addresses updated for ${name}`,
      requestedSubject: (name: string) => `Allowed addresses of ${name}: request sent`,
      reviewSubject: (name: string) => `Allowed addresses of ${name}: review needed`,
      approvedSubject: (name: string) => `Allowed addresses of ${name}: request granted`,
      rejectedSubject: (name: string) => `Allowed addresses of ${name}: request declined`,
      title: 'Allowed addresses',
      savedIntro: (name: string, environment: string) =>
        `The addresses that ${name} (${environment}) may be called from were changed.`,
      requestedIntro: (name: string, environment: string) =>
        `A change to the addresses that ${name} (${environment}) may be called from needs a review. Until then, nothing changes.`,
      reviewIntro: (name: string, environment: string) =>
        `The owners of ${name} (${environment}) want it to be called from addresses that were not approved.`,
      approvedIntro: (name: string, environment: string) =>
        `A reviewer approved the addresses that you requested for ${name} (${environment}). They are allowed from now on.`,
      rejectedIntro: (name: string, environment: string) =>
        `A reviewer rejected the addresses that you requested for ${name} (${environment}). Nothing changes.`,
      everywhere: 'It may be called from every address.',
      ranges: (count: string) => `Addresses and ranges on the list: ${count}`,
      requestedEverywhere: 'Requested: calls from every address',
      action: 'View the list',
      reviewAction: 'Review the request',
      warning: 'Not expected? Ask the application’s other owners, then check the list.',
    },
    fr: {
      savedSubject: (name: string) => `Adresses autorisées mises à jour pour ${name}`,
      requestedSubject: (name: string) => `Demande d’adresses autorisées reçue : ${name}`,
      reviewSubject: (name: string) => `À examiner : adresses autorisées de ${name}`,
      approvedSubject: (name: string) => `Adresses autorisées approuvées pour ${name}`,
      rejectedSubject: (name: string) => `Adresses autorisées refusées pour ${name}`,
      title: 'Adresses autorisées',
      savedIntro: (name: string, environment: string) =>
        `Les adresses depuis lesquelles ${name} (${environment}) peut être appelée ont été modifiées.`,
      requestedIntro: (name: string, environment: string) =>
        `Une modification des adresses depuis lesquelles ${name} (${environment}) peut être appelée doit être examinée. D’ici là, rien ne change.`,
      reviewIntro: (name: string, environment: string) =>
        `Les propriétaires de ${name} (${environment}) demandent des adresses qui n’ont pas été approuvées.`,
      approvedIntro: (name: string, environment: string) =>
        `Un vérificateur a approuvé les adresses demandées pour ${name} (${environment}). Elles sont autorisées dès maintenant.`,
      rejectedIntro: (name: string, environment: string) =>
        `Un vérificateur a refusé les adresses demandées pour ${name} (${environment}). Rien ne change.`,
      everywhere: 'Elle peut être appelée depuis toute adresse.',
      ranges: (count: string) => `Adresses et plages de la liste : ${count}`,
      requestedEverywhere: 'Demandé : des appels depuis toute adresse',
      action: 'Voir la liste',
      reviewAction: 'Examiner la demande',
      warning: 'Inattendu ? Demandez aux autres propriétaires de l’application, puis vérifiez la liste.',
    },
  },
  subject: ({ text, quote }, { applicationName, change }) => text[`${change}Subject`](quote(applicationName)),
  body: ({ text, locale, quote }, { applicationName, environment, change, count, reason, link }) => {
    const review = change === 'review'
    const inForce = change === 'saved' || change === 'approved'
    const size = count > 0 ? text.ranges(wholeNumber(count, locale)) : text.requestedEverywhere
    return (
      <Layout
        title={text.title}
        intro={text[`${change}Intro`](quote(applicationName), environmentName(environment))}
        because={review ? 'reviewer' : 'application'}
        environment={environment}
      >
        <Paragraph>{count === 0 && inForce ? text.everywhere : size}</Paragraph>
        <Reason text={reason} />
        <Action link={link} label={review ? text.reviewAction : text.action} />
        {!review && <Callout>{text.warning}</Callout>}
      </Layout>
    )
  },
})
