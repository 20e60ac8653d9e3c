import type { z } from 'zod'
import { applicationDetailsSchema } from '@/lib/applications/schema'
import { rotateSecret } from '@/lib/credentials/rotate-secret'
import { database, databasePool } from '@/lib/database'
import { attachDocument } from '@/lib/documents/attach'
import { stageDocument } from '@/lib/documents/stage'
import { newId } from '@/lib/ids'
import { createProductionApplication, createSandboxApplication } from '@/lib/lifecycle/create-application'
import { deleteApplication } from '@/lib/lifecycle/delete-application'
import { suspendApplication } from '@/lib/lifecycle/suspend-application'
import { importTestAccounts } from '@/lib/sandbox/commands'
import { readFixture } from '@/lib/sandbox/fixture'
import { raiseAlert } from '@/lib/usage/commands'
import { resolveAlert } from '@/lib/usage/open-alerts'
import type { Access } from '@/lib/validation/account-access'
import { claimSubmission } from '@/lib/validation/claim'
import { decide, type Outcome } from '@/lib/validation/decide'
import { writeAsReviewer, writeToReviewers } from '@/lib/validation/messages'
import { openRevision } from '@/lib/validation/open-submission'
import { recordProofSuccess } from '@/lib/validation/proof'
import { submitForValidation } from '@/lib/validation/submit'
import { makeCard, makePdf } from './documents'
import { type Name, type Profile, people } from './people'
import type { Act } from './people-acts'
import { actorOf, byOwner, findSubmission, subjectOf, succeed, type World } from './world'

/** @param organisation that it belongs to; a personal one without */
export function create(
  owner: Name,
  environment: 'sandbox' | 'production',
  key: string,
  texts: z.input<typeof applicationDetailsSchema>,
  organisation?: string,
): Act {
  return async (world) => {
    const organisationId = organisation ? subjectOf(world, organisation).id : null
    const input = { ...applicationDetailsSchema.parse(texts), requestKey: newId(), organisationId }
    const actor = actorOf(world, owner)
    const { id } = await succeed(
      environment === 'sandbox'
        ? createSandboxApplication(input, actor)
        : createProductionApplication(input, actor),
    )
    world.subjects[key] = { id, owner }
  }
}

/** The owner uploads documents: the first `count`, or those that a reviewer wants replaced. */
export function upload(key: string, count = 5): Act {
  return async (world) => {
    const { requirements, documents } = await findSubmission(world, key)
    const has = (id: string) => documents.some(({ requirementId }) => requirementId === id)
    const missing = requirements.filter(
      ({ requirementId, verdict }) => verdict === 'replace' || !has(requirementId),
    )
    for (const requirement of missing.slice(0, count)) await uploadOne(world, key, requirement)
  }
}

/** The owner replaces a document that no one objected to. */
export function replaceDocument(key: string, position: number): Act {
  return async (world) => {
    const { requirements } = await findSubmission(world, key)
    const requirement = requirements.find((each) => each.position === position)
    if (requirement) await uploadOne(world, key, requirement)
  }
}

type Requirement = Awaited<ReturnType<typeof findSubmission>>['requirements'][number]

async function uploadOne(world: World, key: string, requirement: Requirement): Promise<void> {
  const { id, owner } = subjectOf(world, key)
  const { name, content } = makeDocument(people[owner], requirement)
  const actor = actorOf(world, owner)
  const source = (async function* () {
    yield content
  })()
  const staged = await succeed(stageDocument(source, name, { ...requirement, developerId: actor.id }))
  const place = { subjectId: id, requirementId: requirement.requirementId }
  await succeed(attachDocument(staged, place, actor))
}

/** The identity document is a picture, everything else a page of text. */
function makeDocument({ locale, company = '' }: Profile, requirement: Requirement) {
  const title = locale === 'fr' ? requirement.nameFr : requirement.nameEn
  const file = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
  if (requirement.position === 1) return { name: `${file}.png`, content: makeCard(company.length * 5) }
  const lines =
    locale === 'fr'
      ? [`Société : ${company}`, '', 'Document fictif, pour la démonstration de Guichet.']
      : [`Company: ${company}`, '', 'An invented document, for the demo of Guichet.']
  return { name: `${file}.pdf`, content: makePdf(title, lines) }
}

export function submit(key: string): Act {
  return byOwner(key, (id, owner) => submitForValidation(id, owner))
}

export function reopen(key: string): Act {
  return byOwner(key, (id, owner) => openRevision(id, owner))
}

export function claim(key: string, by: Name): Act {
  return async (world) => {
    const { id } = await findSubmission(world, key)
    return succeed(claimSubmission(id, actorOf<'reviewer'>(world, by)))
  }
}

/** @param replace position of the document that has to be replaced, with the reason */
export function decideOn(
  key: string,
  by: Name,
  outcome: Outcome,
  { reason = '', replace = null as [number, string] | null, access = 'all' as Access } = {},
): Act {
  return async (world) => {
    const { id: submissionId, version, requirements } = await findSubmission(world, key)
    const verdicts = requirements.map(({ requirementId, position }) => ({
      requirementId,
      ...(replace?.[0] === position
        ? { verdict: 'replace' as const, reason: replace[1] }
        : { verdict: 'accepted' as const, reason: null }),
    }))
    const marked = outcome === 'changes_requested' ? verdicts : []
    const input = { submissionId, version, outcome, reason, verdicts: marked, access }
    return succeed(decide(input, actorOf<'reviewer'>(world, by)))
  }
}

/** The proof succeeded a moment later, as it would have done through a running gateway. */
export function approve(key: string, by: Name, access: 'all' | bigint[] = 'all'): Act {
  return async (world) => {
    await decideOn(key, by, 'approved', { access })(world)
    const { id } = await findSubmission(world, key)
    if (!(await recordProofSuccess(id))) throw new Error(`${key} is not waiting for its proof`)
  }
}

export function ask(key: string, by: Name, body: string, internal = false): Act {
  return async (world) => {
    const { id: submissionId } = await findSubmission(world, key)
    return succeed(writeAsReviewer({ submissionId, body, internal }, actorOf<'reviewer'>(world, by)))
  }
}

export function reply(key: string, body: string): Act {
  return byOwner(key, (id, owner) => writeToReviewers(id, body, owner))
}

/** @param overlap hours for which the previous secret keeps working */
export function rotate(key: string, overlap: number): Act {
  return async (world) => {
    const { id, owner } = subjectOf(world, key)
    const current = { applicationId: id, revokedAt: null, retiresAt: null }
    const { id: secretId } = await database().clientSecret.findFirstOrThrow({ where: current })
    return succeed(rotateSecret(id, { secretId, overlap }, actorOf(world, owner)))
  }
}

export function suspend(key: string, by: Name, reason: string): Act {
  return (world) =>
    succeed(suspendApplication(subjectOf(world, key).id, { reason }, actorOf<'administrator'>(world, by)))
}

export function remove(key: string): Act {
  return byOwner(key, (id, owner) => deleteApplication(id, owner))
}

/** @param accounts as in a fixture that developers import */
export function addTestAccounts(key: string, accounts: object[]): Act {
  return byOwner(key, async (id, owner) => {
    const fixture = readFixture(JSON.stringify({ format: 'guichet-test-accounts', version: 1, accounts }))
    if (!fixture.ok) throw new Error(`the test accounts of ${key}: ${JSON.stringify(fixture.reason)}`)
    return importTestAccounts(id, fixture.value, owner)
  })
}

/** The alert that a gateway raises when a Production application asks for many unknown numbers. */
export function alert(key: string, address: string): Act {
  return (world) => {
    const detail = { address, limit: 100 }
    return raiseAlert(databasePool(), 'production', 'account_enumeration', subjectOf(world, key).id, detail)
  }
}

export function resolveAlertOf(key: string, by: Name): Act {
  return async (world) => {
    const where = { applicationId: subjectOf(world, key).id, resolvedAt: null }
    const { id } = await database().operatorAlert.findFirstOrThrow({ where })
    return succeed(resolveAlert(id, actorOf<'administrator'>(world, by)))
  }
}
