import { Layout } from './layout'
import { Callout, Details, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, product, type Texts } from './wording'

const texts = {
  en: {
    subject: `Sign-in with a break-glass account on ${product}`,
    title: 'Someone signed in with a break-glass account',
    intro:
      'A break-glass account was used to sign in with a password, without single sign-on. All administrators get this e-mail.',
    account: 'Account',
    address: 'Network address',
    warning:
      'No one you know had a reason to? Suspend the account now, then look in the audit log for what it did.',
  },
  fr: {
    subject: `Connexion avec un compte de secours (break-glass) sur ${product}`,
    title: 'Un compte de secours a été utilisé',
    intro:
      'Un compte de secours (break-glass) a servi à se connecter avec un mot de passe, sans l’authentification unique. Tous les administrateurs reçoivent cet e-mail.',
    account: 'Compte',
    address: 'Adresse réseau',
    warning:
      'Personne n’avait de raison de le faire ? Suspendez le compte immédiatement, puis consultez ses actions dans le journal d’audit.',
  },
} satisfies Texts

type Props = TemplateProps<'break-glass-sign-in'>

function subject(_props: Props, locale: Locale): string {
  return texts[locale].subject
}

function Message({ locale, personEmail, address }: Props & { locale: Locale }) {
  const text = texts[locale]
  const rows = [
    { label: text.account, value: oneLine(personEmail, 254) },
    ...(address ? [{ label: text.address, value: oneLine(address, 64), code: true }] : []),
  ]
  return (
    <Layout locale={locale} title={text.title} preview={text.intro} because="safety">
      <Paragraph>{text.intro}</Paragraph>
      <Details rows={rows} />
      <Callout>{text.warning}</Callout>
    </Layout>
  )
}

export const breakGlassSignIn = { texts, subject, Message }
