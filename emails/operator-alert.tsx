import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Quote } from './parts'
import { link, nonEmpty } from './props'
import { oneLine, product } from './wording'

export default defineMail({
  props: z.union([
    z.object({
      alert: z.enum(['account_enumeration', 'proof_failed', 'other']),
      applicationName: nonEmpty,
      detail: nonEmpty,
      link,
    }),
    // Queued by releases before the texts moved into the mail; the outbox may still hold some.
    z.object({ title: nonEmpty, body: nonEmpty, link }),
  ]),
  texts: {
    en: {
      subject: (title: string) => `${product} alert: ${title}`,
      intro: 'Something needs your attention.',
      details: 'Details:',
      action: `Open ${product}`,
      account_enumeration: (name: string) => `${name} requests many accounts that do not exist`,
      account_enumeration_body: (detail: string) =>
        `In Production, it exceeded the limit of unknown accounts in one minute (${detail}). Further calls return 429 until the minute ends. If this continues, check its calls, and suspend it unless someone can explain them.`,
      proof_failed: (name: string) => `The approval of ${name} could not be verified`,
      proof_failed_body: (detail: string) =>
        `For 15 minutes, the Production gateway did not respond as expected (${detail}). The credentials were destroyed and the submission is back in the queue.`,
      other: (name: string) => `Check ${name}`,
      other_body: (detail: string) => detail,
    },
    fr: {
      subject: (title: string) => `Alerte ${product} : ${title}`,
      intro: 'Un événement demande votre attention.',
      details: 'Détails :',
      action: `Ouvrir ${product}`,
      account_enumeration: (name: string) => `${name} demande beaucoup de comptes inexistants`,
      account_enumeration_body: (detail: string) =>
        `En Production, elle a dépassé en une minute la limite de comptes introuvables (${detail}). Ses appels reçoivent 429 jusqu’à la fin de la minute. Si cela continue, examinez ses appels, et suspendez-la si personne ne peut les expliquer.`,
      proof_failed: (name: string) => `L’approbation de ${name} n’a pas pu être vérifiée`,
      proof_failed_body: (detail: string) =>
        `Pendant 15 minutes, la passerelle de Production n’a pas répondu comme prévu (${detail}). Les identifiants ont été détruits et la demande est de retour dans la file.`,
      other: (name: string) => `Vérifiez ${name}`,
      other_body: (detail: string) => `Détail : ${detail}`,
    },
  },
  subject: ({ text, quote }, props) =>
    text.subject(
      'alert' in props ? text[props.alert](quote(props.applicationName)) : oneLine(props.title, 100),
    ),
  body: ({ text, quote }, props) => {
    const [title, body] =
      'alert' in props
        ? [text[props.alert](quote(props.applicationName)), text[`${props.alert}_body`](props.detail)]
        : [oneLine(props.title, 200), props.body]
    // Everyone who reviews gets this one.
    const because = 'alert' in props && props.alert === 'proof_failed' ? 'reviewer' : 'administrator'
    return (
      <Layout title={title} intro={text.intro} because={because}>
        <Quote from={text.details} text={body} />
        <Action link={props.link} label={text.action} />
      </Layout>
    )
  },
})
