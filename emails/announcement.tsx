import { Layout } from './layout'
import { Action, Details, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { headline, type Locale, moment, oneLine, type Texts } from './wording'

const texts = {
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
} satisfies Texts

type Props = TemplateProps<'announcement'>

function subject({ kind, title }: Props, locale: Locale): string {
  return texts[locale].subject(texts[locale][kind], headline(title))
}

function Message({ locale, kind, title, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const rows = [
    { label: text.kind, value: text[kind] },
    { label: text.from, value: moment(props.from, locale) },
    ...(props.to ? [{ label: text.to, value: moment(props.to, locale) }] : []),
    ...(props.endpoint ? [{ label: text.endpoint, value: props.endpoint, code: true }] : []),
    ...(props.sunset ? [{ label: text.sunset, value: day(props.sunset, locale) }] : []),
  ]
  return (
    <Layout locale={locale} title={headline(title)} preview={oneLine(props.text, 120)} because="account">
      <Details rows={rows} />
      <Quote from={text.text} text={props.text} />
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

function day(iso: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return format.format(new Date(iso))
}

export const announcement = { texts, subject, Message }
