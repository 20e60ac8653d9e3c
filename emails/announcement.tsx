import { z } from 'zod'
import { defineMail } from './define-mail'
import { Layout } from './layout'
import { Action, Details, Quote } from './parts'
import { instant, link, nonEmpty } from './props'
import { day, headline, moment, oneLine } from './wording'

export default defineMail({
  props: z.object({
    kind: z.enum(['maintenance', 'incident', 'change', 'deprecation']),
    title: nonEmpty,
    text: nonEmpty,
    from: instant,
    to: instant.optional(),
    /** Of a deprecation: method and path, and the date. */
    endpoint: nonEmpty.optional(),
    sunset: z.iso.date().optional(),
    link,
  }),
  texts: {
    en: {
      subject: (kind: string, title: string) => `${kind}: ${title}`,
      maintenance: 'Maintenance',
      incident: 'Incident',
      change: 'Change',
      deprecation: 'Deprecation',
      kind: 'Announcement',
      from: 'From',
      to: 'To',
      endpoint: 'Endpoint',
      sunset: 'Ends on',
      text: 'What you should know:',
      action: 'Read the announcement',
    },
    fr: {
      subject: (kind: string, title: string) => `${kind} : ${title}`,
      maintenance: 'Maintenance',
      incident: 'Incident',
      change: 'Évolution',
      deprecation: 'Dépréciation',
      kind: 'Annonce',
      from: 'Du',
      to: 'Au',
      endpoint: 'Point d’accès',
      sunset: 'Prend fin le',
      text: 'Ce qu’il faut savoir :',
      action: 'Lire l’annonce',
    },
  },
  subject: ({ text }, { kind, title }) => text.subject(text[kind], headline(title)),
  body: ({ text, locale }, { kind, title, ...props }) => {
    const rows = [
      { label: text.kind, value: text[kind] },
      { label: text.from, value: moment(props.from, locale) },
      ...(props.to ? [{ label: text.to, value: moment(props.to, locale) }] : []),
      ...(props.endpoint ? [{ label: text.endpoint, value: props.endpoint, code: true }] : []),
      ...(props.sunset ? [{ label: text.sunset, value: day(props.sunset, locale) }] : []),
    ]
    return (
      <Layout title={headline(title)} preview={oneLine(props.text, 120)} because="account">
        <Details rows={rows} />
        <Quote from={text.text} text={props.text} />
        <Action link={props.link} label={text.action} />
      </Layout>
    )
  },
})
