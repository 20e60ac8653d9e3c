import type { Organisation } from '@/generated/prisma/client'
import { isTeamRight, openOrganisationTo, type Right } from '@/lib/applications/rights'
import { lockSubject } from '@/lib/applications/subject'
import type { Target } from '@/lib/commands/command'

/** An organisation: of someone on its team with the right, or any that is not closed, for staff and the system. */
export const organisation: Target<'organisation', Organisation, Right> = {
  name: 'organisation',
  find: (transaction, right, id, actor) => {
    const open = isTeamRight(right)
      ? openOrganisationTo(actor.id ?? '', right)
      : { state: { not: 'closed' } as const }
    return transaction.organisation.findFirst({ where: { id, ...open } })
  },
  lock: lockSubject,
  subject: ({ id }) => ({ type: 'organisation', id }),
}
