import { command } from '@/lib/commands/command'
import { getSettings } from '@/lib/env'
import { done, refused } from '@/lib/result'
import { findCurrentTerms } from '@/lib/terms/queries'
import { acceptanceSchema } from '@/lib/terms/schema'
import { digestOf } from '@/lib/terms/terms'
import { languageShown, localised } from '@/lib/translations'
import { self } from './target'

/**
 * Records that the developer accepts the version in force, as it was shown to them; accepting it again changes nothing.
 * @returns refused `newer` when another version has come into force since, or none is in force
 */
export const acceptTerms = command({
  on: self,
  right: 'self',
  notifies: 'person',
  input: acceptanceSchema,
  audit: 'terms.accepted',
  async run({ transaction, developer, input: { version, locale: asked }, mail, record }) {
    const terms = await findCurrentTerms(transaction)
    if (terms?.version !== version) return refused('newer')
    const { id: developerId } = developer
    const locale = languageShown(terms, 'text', asked)
    const sha256 = digestOf(localised(terms, 'text', locale))
    const { count } = await transaction.termsAcceptance.createMany({
      data: { developerId, version, locale, sha256 },
      skipDuplicates: true,
    })
    if (count === 0) return done(undefined)
    const link = `${getSettings().PORTAL_URL}/terms/${version}`
    await mail(developer, 'terms-accepted', { version, link, sha256, at: new Date().toISOString() })
    record({ type: 'developer', id: developerId }, { version, language: locale, sha256 })
    return done(undefined)
  },
})
