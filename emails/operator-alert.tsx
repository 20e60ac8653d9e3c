import { Layout } from './layout'
import { Action, Paragraph, Quote } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, type Texts } from './wording'

const texts = {
  en: {
    subject: (title: string) => `Guichet alert: ${title}`,
    intro: 'Something needs an administrator’s attention.',
    details: 'Details:',
    action: 'Open Guichet',
  },
  fr: {
    subject: (title: string) => `Alerte Guichet : ${title}`,
    intro: 'Un événement demande l’attention d’un administrateur.',
    details: 'Détails :',
    action: 'Ouvrir Guichet',
  },
} satisfies Texts

type Props = TemplateProps<'operator-alert'>

function subject({ title }: Props, locale: Locale): string {
  return texts[locale].subject(oneLine(title, 100))
}

function Message({ locale, title, body, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={oneLine(title, 200)} preview={text.intro} because="administrator">
      <Paragraph>{text.intro}</Paragraph>
      <Quote from={text.details} text={body} />
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const operatorAlert = { texts, subject, Message }
