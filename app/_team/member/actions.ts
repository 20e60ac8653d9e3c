'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { type FormState, pressForm, refuseMalformed, requireTexts } from '@/app/_request/action'
import { confirmed } from '@/app/_request/confirmed'
import { requireSubject } from '@/app/_team/subject'
import { withQuery } from '@/components/query'
import { subjectPath } from '@/lib/applications/subject'
import { handOver, leaveTeam, makeOwner, removeMember } from '@/lib/applications/team'
import { listTeam } from '@/lib/applications/team-members'

const messages = 'team.errors'
const commands = { removed: removeMember, made_owner: makeOwner, handed_over: handOver }

/** An owner's action on another member; in Production, after a confirmation. */
export async function changeMember(
  id: string,
  memberId: string,
  what: keyof typeof commands,
  _state: FormState,
  form: FormData,
) {
  requireTexts(id, memberId)
  if (!Object.hasOwn(commands, what)) refuseMalformed()
  const { developer, subject, asks } = await requireSubject(id, 'team')
  const path = `${subjectPath(subject)}/team`
  const email = (await listTeam(id, developer.id)).find((each) => each.id === memberId)?.email ?? ''
  const values = { what, email }
  const final = what === 'removed' && email !== ''
  const act = asks({ act: 'member.changeMember', values, final })
  return pressForm(form, () =>
    confirmed(act, form, async () => {
      const result = await commands[what](id, memberId, developer.actor)
      if (!result.ok) return { error: (await getTranslations(messages))(result.reason) }
      redirect(withQuery(path, { done: what }))
    }),
  )
}

export async function leaveOwnTeam(id: string, _state: FormState, form: FormData) {
  const { developer, subject, asks } = await requireSubject(id, 'leave')
  const { type } = subject
  return pressForm(form, () =>
    confirmed(asks({ act: 'member.leaveOwnTeam' }), form, async () => {
      const result = await leaveTeam(id, developer.actor)
      if (!result.ok) return { error: (await getTranslations(messages))(result.reason) }
      redirect(`/${type}s?done=left`)
    }),
  )
}
