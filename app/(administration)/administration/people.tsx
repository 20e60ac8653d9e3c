import { Person } from '@/components/person'
import { RowLink } from '@/components/ui/text-link'
import type { findApplicationEntry } from '@/lib/applications/directory'

export type TeamMembers = NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>['members']

/** A member of a team, by a name that leads to their page. */
export function MemberName({ member: { developerId, developer } }: { member: TeamMembers[number] }) {
  return (
    <Person person={developer}>
      {(name) => <RowLink href={`/administration/developers/${developerId}`}>{name}</RowLink>}
    </Person>
  )
}

/** Members, below one another. */
export function PeopleList({ people }: { people: TeamMembers }) {
  return (
    <ul className="grid gap-1">
      {people.map((member) => (
        <li key={member.developerId}>
          <MemberName member={member} />
        </li>
      ))}
    </ul>
  )
}
