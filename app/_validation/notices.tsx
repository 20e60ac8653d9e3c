import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { queryReader } from '@/app/_request/query'
import { RouteNotice } from '@/app/_request/route-form'
import { FlashMessages } from '@/components/flash-messages'
import { formatBytes } from '@/components/format'
import type { Query } from '@/components/query'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import { getLocale } from '@/i18n/current-locale'
import { isToBeSent } from '@/lib/applications/states'
import {
  type DateProblem,
  dateProblems,
  type UploadRefusal,
  uploadRefusals,
  validityField,
} from '@/lib/documents/schema'
import { rehearsalCases } from '@/lib/rehearsals/schema'
import { uploadRoutes } from '@/lib/uploads'
import { requiresOrganisation } from '@/lib/validation/checklist'
import type { ApplicantValidation } from '@/lib/validation/queries'

/** The page itself says that it was submitted. */
const dones = ['saved', 'withdrawn', 'reopened', 'revision', 'sent'] as const
const organisationDones = [...dones, 'submitted', 'changed', 'proposed', 'moved'] as const
const refusals = {
  keys_required: 'notices.keys_required',
  organisation_required: 'notices.organisation_required',
  organisation_not_verified: 'notices.organisation_not_verified',
  rehearsal_required: 'notices.rehearsal_required',
  wrong_state: 'notices.wrong_state',
  not_found: 'notices.not_found',
  throttled: 'notices.throttled',
  form_too_large: 'refusals.form_too_large',
  too_slow: 'refusals.too_slow',
  malformed: 'refusals.malformed',
  not_yours: 'refusals.not_yours',
} as const
const texts = z.union([z.string(), z.array(z.string())]).catch([])
const readCodes = queryReader({ case: texts, problem: texts })
const knownRefusals = new Set<string>(uploadRefusals)

/** The outcome of the last post, as codes in the URL: written by our redirects, but anyone can write a URL. */
export type PostResult = {
  /** The rest of it: `done` and `refused`. */
  query: Query
  /** By requirement. */
  problems: Map<string, UploadRefusal>
  /** Of last days, by requirement. */
  dates: Map<string, DateProblem>
}

export function readPostResult(query: Query): PostResult {
  const pairs = [readCodes(query).problem].flat().map((each) => each.split(':'))
  const known = pairs.filter(([, code]) => knownRefusals.has(String(code)))
  const dates = pairs.flatMap(([field = '', code]) => {
    const problem = dateProblems.find((each) => each === code)
    const isDate = problem && field.startsWith(validityField)
    return isDate ? [[field.slice(validityField.length), problem] as const] : []
  })
  return {
    query,
    problems: new Map(known.map(([field, code]) => [String(field), code as UploadRefusal])),
    dates: new Map(dates),
  }
}

const organisations = (text: ReactNode) => <TextLink href="/organisations">{text}</TextLink>

/** The outcome of the last post, above everything; a problem with a file or a date is next to its field. */
export async function PageNotices({ result }: { result: PostResult }) {
  const t = await getTranslations('validation.notices')
  return <Outcome result={result} dones={dones} text={(key) => t(key)} />
}

/** The same for what was posted for an organisation. */
export async function OrganisationNotices({ result }: { result: PostResult }) {
  const t = await getTranslations('organisations.notices')
  return <Outcome result={result} dones={organisationDones} text={(key) => t(key)} />
}

type OutcomeProps<Done extends string> = {
  result: PostResult
  dones: readonly Done[]
  text: (done: Done) => string
}

async function Outcome<Done extends string>({ result, dones, text }: OutcomeProps<Done>) {
  const { query, problems, dates } = result
  const t = await getTranslations('validation')
  const caseName = await getTranslations('rehearsal.cases')
  const named = [readCodes(query).case].flat()
  const limit = formatBytes(uploadRoutes.application.maxBytes, await getLocale())
  const cases = rehearsalCases.filter((name) => named.includes(name)).map((name) => caseName(name))
  return (
    <>
      <RouteNotice query={query} />
      <FlashMessages
        query={query}
        done={{ keys: problems.size + dates.size === 0 ? dones : [], text }}
        refused={{
          keys: Object.keys(refusals) as (keyof typeof refusals)[],
          text: (key) => t.rich(refusals[key], { organisations, limit, cases: cases.join(', ') }),
        }}
      />
    </>
  )
}

/** That the application needs a verified organisation first, where the operator requires one. */
export async function OrganisationNeeded({
  found: { application, submission },
}: {
  found: Pick<ApplicantValidation, 'application' | 'submission'>
}) {
  if (!isToBeSent(submission.state) || !requiresOrganisation(submission)) return null
  if (application.organisation?.state === 'verified') return null
  const t = await getTranslations('validation.documents')
  return (
    <Notice tone="warning">
      <p>{t.rich('organisationFirst', { organisations })}</p>
    </Notice>
  )
}
