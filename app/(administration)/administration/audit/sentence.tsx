import { useTranslations } from 'next-intl'
import { TextLink } from '@/components/ui/text-link'
import { useLocale } from '@/i18n/current-locale'
import type { KnownAction } from '@/lib/audit/actions'
import type { AuditRow } from '@/lib/audit/queries'
import { toLocale } from '@/lib/languages'
import type { AuditNames, AuditThing } from '@/lib/lifecycle/audit-names'
import { sentenceArguments } from './sentence-arguments'

type Props = {
  row: AuditRow
  names: AuditNames | undefined
  /** Without links, for what is pressed itself. */
  plain?: boolean
}

/** Describes an entry in a sentence, with the names as they are now. Server component. */
export function Sentence({ row, names, plain }: Props) {
  const t = useTranslations('audit')
  const key = `sentences.${row.action as KnownAction}` as const
  const tags = {
    actor: () => <Actor row={row} names={names} plain={plain} />,
    person: () => <Person names={names} plain={plain} />,
    application: () => <Application names={names} plain={plain} />,
    thing: () => <Thing thing={names?.thing} />,
    organisation: () => <Organisation names={names} />,
  }
  // An entry of another version of this program.
  if (!t.has(key)) return <>{t.rich('other', { ...tags, action: row.action })}</>
  return <>{t.rich(key, { ...tags, ...sentenceArguments(row) })}</>
}

/** The same for a choice of actions, without any names. */
export function useActionLabel(): (action: string) => string {
  const t = useTranslations('audit')
  const blank = () => '…'
  const blanks = { actor: blank, person: blank, application: blank, thing: blank, organisation: blank }
  return (action) => {
    const key = `sentences.${action as KnownAction}` as const
    return t.has(key) ? t.markup(key, { ...blanks, ...sentenceArguments() }) : action
  }
}

function Actor({ row: { actorId, actorRole, detail }, names, plain }: Props) {
  const t = useTranslations('audit')
  const role = actorRole === 'visitor' ? actorRole : 'system'
  if (!actorId)
    return <>{t(`actors.${'configurationFile' in JSON.parse(detail) ? 'configurationFile' : role}`)}</>
  return (
    <Name
      href={plain ? null : `/administration/developers/${actorId}`}
      name={names?.actor}
      gone={t('unknown.person')}
    />
  )
}

function Person({ names, plain }: Pick<Props, 'names' | 'plain'>) {
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

function Application({ names, plain }: Pick<Props, 'names' | 'plain'>) {
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
