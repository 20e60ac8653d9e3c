import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Administrator } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { refused } from '@/lib/result'
import { exportSubmission } from '@/lib/validation/export'
import {
  findTemplate,
  listRequirements,
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'
import { requirementSchema } from '@/lib/validation/schema'
import { seedRequirements } from '@/prisma/seed'
import { executeAs } from '@/scripts/launch/execute-as'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { createDraft, createSubmitted, readAudit } from '@/test/validation'

const { owner: sql } = withOwnDatabase()
let administrator: Administrator

beforeAll(async () => {
  administrator = await createDeveloper({ role: 'administrator' })
})

beforeEach(async () => {
  await sql.query('TRUNCATE requirement CASCADE')
  await seedRequirements(database())
})

const input = {
  nameEn: 'Bank details',
  nameFr: 'Coordonnées bancaires',
  required: 'on',
  pdf: 'on',
  maxMegabytes: '2',
}

async function inForce(): Promise<string[]> {
  return (await listRequirements()).filter(({ retiredAt }) => !retiredAt).map(({ nameEn }) => nameEn)
}

test('the default list is seeded once, and changes are kept', async () => {
  const [first] = await listRequirements()
  await executeAs(administrator, saveRequirement, {
    input: requirementSchema.parse({ ...input, requirementId: first?.id }),
  })
  await seedRequirements(database())
  expect(await inForce()).toEqual([
    'Bank details',
    'Identity of the legal representative',
    'Tax registration',
    'Signed terms',
    'Description of the service',
  ])
})

test('a document is added at the end, moved and retired, each with its audit row', async () => {
  const added = await executeAs(administrator, saveRequirement, { input: requirementSchema.parse(input) })
  const id = added.ok ? added.value.id : ''
  expect((await inForce()).at(-1)).toBe('Bank details')
  await executeAs(administrator, moveRequirement, { target: id, input: { direction: 'up' } })
  expect((await inForce()).at(-2)).toBe('Bank details')
  await executeAs(administrator, setTemplate, {
    target: id,
    input: { template: { name: 'form.pdf', bytes: new Uint8Array([1, 2]) } },
  })
  expect((await findTemplate(id))?.name).toBe('form.pdf')
  await executeAs(administrator, setTemplate, { target: id, input: { template: null } })
  expect(await findTemplate(id)).toBeNull()
  await executeAs(administrator, retireRequirement, { target: id, input: { retired: true } })
  expect(await inForce()).not.toContain('Bank details')
  expect(await readAudit(sql, id)).toEqual([
    'requirement.added',
    'requirement.moved',
    'requirement.template_set',
    'requirement.template_removed',
    'requirement.retired',
  ])
})

test('one required document stays in force, even when all are retired at the same time', async () => {
  const all = await listRequirements()
  const retired = await Promise.all(
    all.map(({ id }) =>
      executeAs(administrator, retireRequirement, { target: id, input: { retired: true } }),
    ),
  )
  expect(retired.filter(({ ok }) => !ok)).toEqual([refused('last_required')])
  const [last] = (await listRequirements()).filter(({ retiredAt }) => !retiredAt)
  const optional = requirementSchema.parse({ ...input, requirementId: last?.id, required: undefined })
  expect(await executeAs(administrator, saveRequirement, { input: optional })).toEqual(
    refused('last_required'),
  )
})

test.each([
  [{ nameEn: ' ' }, ['nameMissing']],
  [{ nameFr: 'x'.repeat(121) }, ['tooLong']],
  [{ maxMegabytes: 'many' }, ['sizeWrong']],
  [{ maxMegabytes: '51' }, ['sizeWrong']],
  [{ pdf: undefined }, ['no_kind']],
])('a wrong form is refused: %j', (change, issues) => {
  const parsed = requirementSchema.safeParse({ ...input, ...change })
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual(issues)
})

test('a submission keeps the requirements that were in force when it was opened', async () => {
  const { submissionId } = await createDraft(sql, { documents: false })
  const [first] = await listRequirements()
  await executeAs(administrator, saveRequirement, {
    input: requirementSchema.parse({ ...input, requirementId: first?.id }),
  })
  await executeAs(administrator, retireRequirement, {
    target: (await listRequirements())[1]?.id ?? '',
    input: { retired: true },
  })
  const kept = await database().submissionRequirement.findMany({
    where: { submissionId },
    orderBy: { position: 'asc' },
  })
  expect(kept.map(({ nameEn }) => nameEn)).toEqual([
    'Company registration',
    'Identity of the legal representative',
    'Tax registration',
    'Signed terms',
    'Description of the service',
  ])
})

test('an export contains the documents and the history, and is itself recorded', async () => {
  const { submissionId } = await createSubmitted(sql)
  const archive = await exportSubmission(submissionId, () => '<!doctype html>', administrator)
  const pieces: Uint8Array[] = []
  for await (const piece of archive ?? []) pieces.push(piece)
  const text = Buffer.concat(pieces).toString('latin1')
  expect(text.match(/documents\/0\d-[a-z-]+-version-1\.pdf/g)).toHaveLength(10)
  expect(text).toContain('history.html')
  expect(text).toContain('"nameEn": "Signed terms"')
  expect(text).toContain('"clientAuthentication": "client_secret"')
  expect(text).not.toContain('encryptionKeyId')
  expect((await readAudit(sql, submissionId)).at(-1)).toBe('submission.exported')
  expect(await exportSubmission('019aa3c0-0000-7000-8000-00000000dead', String, administrator)).toBeNull()
})

test('documents of the same name and position are different files of an export', async () => {
  const { submissionId } = await createSubmitted(sql)
  await sql.query(
    `UPDATE submission_requirement SET name_en = 'Other', position = 0 WHERE submission_id = $1`,
    [submissionId],
  )
  const archive = await exportSubmission(submissionId, () => '', administrator)
  const pieces: Uint8Array[] = []
  for await (const piece of archive ?? []) pieces.push(piece)
  const names = Buffer.concat(pieces)
    .toString('latin1')
    .match(/documents\/[\w-]+\.pdf/g)
  // Each name is in the archive twice: before its file, and in the list at the end.
  expect(new Set(names).size).toBe(5)
  expect(names).toHaveLength(10)
})
