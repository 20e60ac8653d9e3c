import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { TextLink } from '@/components/ui/text-link'
import { useLocale } from '@/i18n/current-locale'
import type { AuditRow } from '@/lib/audit/queries'
import type { KnownAction } from '@/lib/audit/schema'
import { toLocale } from '@/lib/languages'
import type { AuditNames, AuditThing } from '@/lib/lifecycle/audit-names'

type Props = {
  row: AuditRow
  names: AuditNames | undefined
  /** Without links, where the row is one itself; an `act` without who did it, if that is how it begins. */
  as?: 'sentence' | 'act'
}

const first = '<actor></actor>'

/** Describes an entry in a sentence, with the names as they are now. Server component. */
export function Sentence({ row, names, as = 'sentence' }: Props) {
  const t = useTranslations('audit')
  const known = `sentences.${row.action as KnownAction}` as const
  // An entry of another version of this program has none.
  const key = t.has(known) ? known : 'other'
  const plain = as === 'act'
  const isNamed = plain && String(t.raw(key)).startsWith(first)
  const tags = {
    actor: () => (isNamed ? null : <ActorName row={row} names={names} plain={plain} />),
    person: () => <Person names={names} plain={plain} />,
    application: () => <Application names={names} plain={plain} />,
    thing: () => <Thing thing={names?.thing} />,
    organisation: () => <Organisation names={names} />,
  }
  return <>{t.rich(key, { ...tags, ...sentenceArguments(row), action: row.action })}</>
}

/** The same for a choice of actions, without any names. */
export async function actionLabels(): Promise<(action: string) => string> {
  const t = await getTranslations('audit')
  const blank = () => '…'
  const blanks = { actor: blank, person: blank, application: blank, thing: blank, organisation: blank }
  return (action) => {
    const key = `sentences.${action as KnownAction}` as const
    return t.has(key) ? t.markup(key, { ...blanks, ...sentenceArguments() }) : action
  }
}

type ActorProps = Pick<Props, 'row' | 'names'> & { plain?: boolean }

/** Who did it: a name, an address without one, or that it was no person. */
export function ActorName({ row: { actorId, actorRole, detail }, names, plain = true }: ActorProps) {
  const t = useTranslations('audit')
  const role = actorRole === 'visitor' ? actorRole : 'system'
  if (!actorId)
    return <>{t(`actors.${'configurationFile' in JSON.parse(detail) ? 'configurationFile' : role}`)}</>
  return (
    <Name
      href={plain ? null : `/administration/developers/${actorId}`}
      name={names?.actor && (names.actor.displayName || names.actor.email)}
      gone={t('unknown.person')}
    />
  )
}

function Person({ names, plain }: Pick<ActorProps, 'names' | 'plain'>) {
  const t = useTranslations('audit')
  const person = names?.person
  return (
    <Name
      href={plain ? null : `/administration/developers/${person?.id}`}
      name={person?.email}
      gone={t('unknown.person')}
    />
  )
}

function Application({ names, plain }: Pick<ActorProps, 'names' | 'plain'>) {
  const t = useTranslations('audit')
  const application = names?.application
  // A submission or a document of an organisation.
  if (!application && names?.organisation) return <Organisation names={names} />
  return (
    <Name
      href={plain ? null : `/administration/applications/${application?.id}`}
      name={application && t('named', application)}
      gone={t('unknown.application')}
    />
  )
}

function Organisation({ names }: Pick<Props, 'names'>) {
  const t = useTranslations('audit')
  if (!names?.organisation) return <em>{t('unknown.organisation')}</em>
  return <strong className="font-medium">{names.organisation.name}</strong>
}

function Name({ href, name, gone }: { href: string | null; name: string | null | undefined; gone: string }) {
  if (!name) return <em>{gone}</em>
  return href === null ? (
    <strong className="font-medium">{name}</strong>
  ) : (
    <TextLink href={href}>{name}</TextLink>
  )
}

function Thing({ thing }: { thing: AuditThing | null | undefined }) {
  const t = useTranslations('audit')
  const locale = useLocale()
  if (!thing) return <em>{t('unknown.thing')}</em>
  if ('template' in thing) return <code className="text-xs">{thing.template}</code>
  return (
    <strong className="font-medium">
      {'text' in thing ? thing.text : (thing.name[toLocale(locale)] ?? thing.name.en)}
    </strong>
  )
}

/** Fields of the entry's detail by which a sentence may choose its words. An older entry may be without them. */
export const sentenceFields = ['environment', 'role', 'why', 'format', 'of'] as const

/** The arguments of a sentence; all of them for every sentence, as a missing one would be an error. */
function sentenceArguments(row?: Pick<AuditRow, 'detail' | 'subjectId'>) {
  const detail = JSON.parse(row?.detail ?? '{}') as Record<string, unknown>
  // Imports name the environment as their subject.
  const given: Record<string, unknown> = { environment: row?.subjectId, ...detail }
  return Object.fromEntries(
    sentenceFields.map((name) => [name, typeof given[name] === 'string' ? given[name] : '']),
  ) as Record<(typeof sentenceFields)[number], string>
}
