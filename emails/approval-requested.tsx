import { Layout } from './layout'
import { Action, Details, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `New developer awaiting approval on ${product}`,
    title: 'A new developer awaits approval',
    intro:
      'Someone activated an account. They can’t create applications until an administrator approves them.',
    address: 'E-mail address',
    action: 'Review the developer',
  },
  fr: {
    subject: `Nouveau développeur en attente d’approbation sur ${product}`,
    title: 'Un nouveau développeur attend votre approbation',
    intro:
      'Un compte vient d’être activé. Il ne permet pas de créer d’application avant l’approbation d’un administrateur.',
    address: 'Adresse e-mail',
    action: 'Examiner le compte',
  },
} satisfies Texts

type Props = TemplateProps<'approval-requested'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, personEmail, link }: Props & { locale: Locale }) {
  const text = texts[locale]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="administrator">
      <Paragraph>{text.intro}</Paragraph>
      <Details rows={[{ label: text.address, value: oneLine(personEmail, 254) }]} />
      <Action link={link} label={text.action} locale={locale} />
    </Layout>
  )
}

export const approvalRequested = { texts, subject, Message }
