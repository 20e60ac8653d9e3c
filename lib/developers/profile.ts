import { z } from 'zod'
import { command } from '@/lib/commands/command'
import { database } from '@/lib/database'
import { languageSchema, profileSchema } from '@/lib/identity/schema'
import { self } from '@/lib/identity/target'
import { done } from '@/lib/result'

/** Sets the name that others see, and the time zone of dates. The audit row says that, not the name: it never goes. */
export const changeProfile = command({
  on: self,
  right: 'self',
  input: profileSchema,
  audit: 'developer.profile_changed',
  async run({ transaction, developer: { id }, input, record }) {
    await transaction.developer.update({ where: { id }, data: input })
    record({ type: 'developer', id }, { timeZone: input.timeZone })
    return done(undefined)
  },
})

/** Sets the language of a developer's mails. */
export const changeLanguage = command({
  on: self,
  right: 'self',
  input: languageSchema,
  audit: 'developer.language_changed',
  async run({ transaction, developer: { id }, input, record }) {
    await transaction.developer.update({ where: { id }, data: input })
    record({ type: 'developer', id }, input)
    return done(input.locale)
  },
})

/** Whether a developer gets mails with hints about the traffic of their applications. */
export async function wantsTrafficHints(developerId: string): Promise<boolean> {
  const { trafficHints } = await database().developer.findUniqueOrThrow({
    where: { id: developerId },
    select: { trafficHints: true },
  })
  return trafficHints
}

/** Enables or disables those mails. */
export const chooseTrafficHints = command({
  on: self,
  right: 'self',
  input: z.object({ wanted: z.boolean() }),
  audit: 'developer.traffic_hints_chosen',
  async run({ transaction, developer: { id }, input: { wanted }, record }) {
    await transaction.developer.update({ where: { id }, data: { trafficHints: wanted } })
    record({ type: 'developer', id }, { wanted })
    return done(undefined)
  },
})
