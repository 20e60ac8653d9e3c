import { Layout } from './layout'
import { Action, Details, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, moment, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `You accepted the terms of ${product}`,
    title: 'You accepted the terms',
    intro: 'Keep this e-mail as a receipt.',
    version: 'Version',
    at: 'Accepted on',
    digest: 'SHA-256 of the text',
    action: 'Read this version',
  },
  fr: {
    subject: `Vous avez accepté les conditions d’utilisation de la plateforme ${product}`,
    title: 'Vous avez accepté les conditions d’utilisation',
    intro: 'Conservez cet e-mail comme reçu.',
    version: 'Numéro de version',
    at: 'Acceptées le',
    digest: 'SHA-256 du texte',
    action: 'Lire cette version',
  },
} satisfies Texts

type Props = TemplateProps<'terms-accepted'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, version, at, sha256, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  const rows = [
    { label: text.version, value: String(version) },
    { label: text.at, value: moment(at, locale) },
    { label: text.digest, value: sha256, code: true },
  ]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="account">
      <Paragraph>{text.intro}</Paragraph>
      <Details rows={rows} />
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const termsAccepted = { texts, subject, Message }
