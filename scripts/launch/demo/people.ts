import type { Role } from '@/generated/prisma/enums'

/** Someone in the demo; `shows` is what signing in as them is good for, and absent for those who cannot. */
export type Profile = {
  email: string
  locale: 'en' | 'fr'
  role: Role
  /** what their documents name */
  company?: string
  shows?: string
}

/** The first administrator, whom the seed of every installation invites. */
export const administrator = 'helen.brooks@operator.example'

/** Everyone, by the name that the story calls them. The domains are reserved for examples (RFC 2606). */
export const people = {
  helen: {
    email: administrator,
    locale: 'en',
    role: 'administrator',
    shows: 'administration',
  },
  claire: {
    email: 'claire.dubois@operator.example',
    locale: 'fr',
    role: 'reviewer',
    shows: 'a queue with an overdue submission, in French',
  },
  samuel: {
    email: 'samuel.boateng@operator.example',
    locale: 'en',
    role: 'reviewer',
    shows: 'the same queue, with a submission that he is working on',
  },
  awa: {
    email: 'awa.ndiaye@teranga-pay.example',
    locale: 'fr',
    role: 'developer',
    company: 'Teranga Pay SA',
    shows: 'months in Production, and a revision in validation',
  },
  moussa: {
    email: 'moussa.diop@teranga-pay.example',
    locale: 'fr',
    role: 'developer',
    company: 'Teranga Pay SA',
    shows: 'a member of that team, who has yet to accept the new terms',
  },
  julien: {
    email: 'julien.moreau@kiosque.example',
    locale: 'fr',
    role: 'developer',
    company: 'Kiosque SARL',
    shows: 'test accounts, and a submission that is being reviewed',
  },
  fatou: {
    email: 'fatou.sow@kiosque.example',
    locale: 'fr',
    role: 'developer',
    company: 'Kiosque SARL',
    shows: 'a member of that team',
  },
  emily: {
    email: 'emily.carter@harbour-ledger.example',
    locale: 'en',
    role: 'developer',
    company: 'Harbour Ledger Ltd',
    shows:
      'an organisation, a finished rehearsal, a secret that is being rotated, and a limit that was reached',
  },
  daniel: {
    email: 'daniel.okafor@harbour-ledger.example',
    locale: 'en',
    role: 'developer',
    company: 'Harbour Ledger Ltd',
    shows: 'the second owner of those applications, who has yet to accept the new terms',
  },
  grace: {
    email: 'grace.mensah@bright-market.example',
    locale: 'en',
    role: 'developer',
    company: 'Bright Market Ltd',
    shows: 'requested changes, an organisation in verification, and a rehearsal that is running',
  },
  thomas: {
    email: 'thomas.leroy@lumen-assurances.example',
    locale: 'fr',
    role: 'developer',
    company: 'Lumen Assurances SA',
    shows: 'an overdue submission and a draft',
  },
  sarah: {
    email: 'sarah.whitfield@quick-loans.example',
    locale: 'en',
    role: 'developer',
    company: 'Quick Loans Ltd',
    shows: 'a rejected, a suspended and a deleted application',
  },
  ibrahim: {
    email: 'ibrahim.kone@sahel-transfert.example',
    locale: 'fr',
    role: 'developer',
    company: 'Sahel Transfert SARL',
  },
  nadia: { email: 'nadia.benali@atlas-commerce.example', locale: 'fr', role: 'developer' },
} as const satisfies Record<string, Profile>

export type Name = keyof typeof people
