import { findRehearsalToSubmit, listCaseRequirements } from '@/lib/rehearsals/queries'
import { listUnpassed } from '@/lib/rehearsals/schema'
import { checklistOf } from './checklist'
import type { ApplicantValidation } from './queries'

/** What a submission takes before it can be sent, what of it is there, and how many of the required are. */
export async function findReadiness({ application, submission }: ApplicantValidation) {
  const [cases, found] = await Promise.all([listCaseRequirements(), findRehearsalToSubmit(application.id)])
  const unpassed = listUnpassed(cases, found).length
  const asked = Object.values(cases).filter((requirement) => requirement === 'required').length
  const rehearsal = {
    done: unpassed === 0 && found !== null,
    required: asked > 0,
    found: found !== null,
    passed: asked - unpassed,
    asked,
  }
  const items = checklistOf(submission)
  const documents = submission.requirements.map((requirement, index) => {
    const replace = items[index]?.verdict === 'replace'
    return {
      requirement,
      replace,
      done: Boolean(items[index]?.document) && !replace,
      required: requirement.required || replace,
    }
  })
  // Name and purpose are there from the start.
  const needed = [{ done: true, required: true }, rehearsal, ...documents].filter(({ required }) => required)
  return { rehearsal, documents, ready: needed.filter(({ done }) => done).length, needed: needed.length }
}
