import { getTranslations } from 'next-intl/server'
import { describeRecord } from '@/components/organisation-record'
import { Badge } from '@/components/ui/badge'
import { FactList } from '@/components/ui/definition-list'
import { Section } from '@/components/ui/section'
import { findForeignScripts } from '@/lib/confusables'
import { describePerson } from '@/lib/identity/schema'
import { belongsTo, readProposed } from '@/lib/organisations/schema'
import type { Review } from '@/lib/validation/queries'
import { resemblingFact, submissionFacts } from './facts'

type Props = {
  submission: Review['submission']
  organisation: NonNullable<Review['submission']['organisation']>
}

/** The organisation's record as it is to be verified, its people, and whether their addresses match its website. */
export async function OrganisationFacts({ submission, organisation }: Props) {
  const t = await getTranslations('review.one')
  const own = await getTranslations('organisations')
  const role = await getTranslations('team.role')
  const { legalName, tradingName } = { ...organisation, ...readProposed(organisation.proposed) }
  const people = organisation.members.map((member) => (
    <li key={member.developerId} className="flex flex-wrap items-center gap-2">
      {`${describePerson(member.developer)} (${role(member.role)})`}
      {organisation.website &&
        (belongsTo(member.developer.email, organisation.website) ? (
          <Badge tone="success">{t('domainMatches')}</Badge>
        ) : (
          <Badge tone="warning">{t('domainDiffers')}</Badge>
        ))}
    </li>
  ))
  return (
    <Section title={t('facts')}>
      <FactList
        items={[
          ...(await describeRecord(organisation, { findScripts: findForeignScripts })),
          ...(await resemblingFact({
            names: [legalName, tradingName],
            organisationId: organisation.id,
          })),
          { term: own('members'), value: <ul className="grid gap-1">{people}</ul> },
          ...(await submissionFacts(submission)),
        ]}
      />
    </Section>
  )
}
