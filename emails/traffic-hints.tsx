import { Layout } from './layout'
import { Action, List, Paragraph } from './parts'
import type { TemplateProps } from './schemas'
import { type Locale, oneLine, quoted, quotedInSubject, type Texts } from './wording'

export const texts = {
  en: {
    subject: (name: string) => `Hints from the traffic of ${name}`,
    title: 'Hints from your traffic',
    intro: (name: string) => `This is what the calls of ${name} show:`,
    'token-per-call':
      'A token is requested for each call. Keep it and use it again until shortly before it expires: half of your requests become unnecessary.',
    'wrong-environment': 'Credentials of this application are tried at the address of the other environment.',
    'secret-retires-soon':
      'A client secret that is still in use retires soon. Put the new one into your programs.',
    'limit-nearly-reached': 'The limit of calls a minute is nearly reached.',
    action: 'See the traffic',
  },
  fr: {
    subject: (name: string) => `Conseils tirés du trafic de ${name}`,
    title: 'Conseils tirés de votre trafic',
    intro: (name: string) => `Voici ce que montrent les appels de ${name} :`,
    'token-per-call':
      'Un jeton est demandé à chaque appel. Gardez-le et réutilisez-le jusqu’à peu avant son expiration : la moitié de vos requêtes devient inutile.',
    'wrong-environment':
      'Des identifiants de cette application sont essayés à l’adresse de l’autre environnement.',
    'secret-retires-soon':
      'Un secret client encore utilisé prend bientôt fin. Mettez le nouveau dans vos programmes.',
    'limit-nearly-reached': 'La limite d’appels par minute est presque atteinte.',
    action: 'Voir le trafic',
  },
} satisfies Texts

type Props = TemplateProps<'traffic-hints'>
type KnownHint = 'token-per-call' | 'wrong-environment' | 'secret-retires-soon' | 'limit-nearly-reached'

const knownHints: readonly string[] = [
  'token-per-call',
  'wrong-environment',
  'secret-retires-soon',
  'limit-nearly-reached',
] satisfies KnownHint[]

export function subject({ applicationName }: Props, locale: Locale): string {
  return texts[locale].subject(quotedInSubject(applicationName, locale))
}

export function TrafficHints({ locale, ...props }: Props & { locale: Locale }) {
  const text = texts[locale]
  const intro = text.intro(quoted(props.applicationName, locale))
  const hints = props.hints.map((hint) => (isKnown(hint) ? text[hint] : oneLine(hint, 500)))
  return (
    <Layout locale={locale} title={text.title} preview={intro} because="hints">
      <Paragraph>{intro}</Paragraph>
      <List items={hints} />
      <Action link={props.link} label={text.action} locale={locale} />
    </Layout>
  )
}

/** A known hint is worded here in the reader's language; any other is a finished sentence. */
function isKnown(hint: string): hint is KnownHint {
  return knownHints.includes(hint)
}
