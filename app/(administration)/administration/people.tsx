import { TextLink } from '@/components/ui/text-link'
import type { findApplicationEntry } from '@/lib/applications/directory'

export type EmailList = NonNullable<Awaited<ReturnType<typeof findApplicationEntry>>>['members']

/** E-mail addresses that lead to the person's page. */
export function PeopleList({ people }: { people: EmailList }) {
  return (
    <ul className="grid gap-1">
      {people.map(({ developerId, developer }) => (
        <li key={developerId}>
          <TextLink href={`/administration/developers/${developerId}`}>{developer.email}</TextLink>
        </li>
      ))}
    </ul>
  )
}
