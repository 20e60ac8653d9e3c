import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import { type Locale, quoted } from './wording'

type Props = {
  text: { title: string; intro: (name: string) => string; reason: string; action: string }
  locale: Locale
  organisationName: string
  reason: string
  link: string
}

/** What happened to an organisation, why, and a button that opens it. */
export function OrganisationNotice({ text, locale, organisationName, reason, link }: Props) {
  const intro = text.intro(quoted(organisationName, locale))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="organisation">
      <Paragraph>{intro}</Paragraph>
      <Quote from={text.reason} text={reason} />
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}
