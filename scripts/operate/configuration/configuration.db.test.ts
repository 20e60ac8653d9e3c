import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Administrator } from '@/lib/audit/schema'
import { systemActor } from '@/lib/audit/schema'
import { saveBranding } from '@/lib/branding/save-branding'
import { brandingSchema } from '@/lib/branding/schema'
import { database } from '@/lib/database'
import { saveCaseRequirements } from '@/lib/rehearsals/commands'
import { listCaseRequirements } from '@/lib/rehearsals/queries'
import { succeed } from '@/lib/result'
import { listReasonTemplates, saveReasonTemplate } from '@/lib/validation/reason-templates'
import {
  listRequirements,
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'
import { reasonTemplateSchema, requirementSchema } from '@/lib/validation/schema'
import { addAdministrationEndpoint } from '@/lib/webhooks/endpoint'
import { executeAs } from '@/scripts/launch/execute-as'
import { holdLocks, untilBlocked } from '@/test/blocked'
import { createDeveloper } from '@/test/factories'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { applyConfiguration, exportConfiguration } from '../configuration'
import { readConfiguration } from './file'

const source = withOwnDatabase({ as: 'owner', requirements: true })
const target = withOwnDatabase({ as: 'owner', requirements: true })
const folder = temporaryFolder()
let exported: string

beforeAll(async () => {
  await source.connectAs('owner')
  await configure(await createDeveloper({ role: 'administrator' }))
  exported = await exportHere()
  await target.connectAs('owner')
})

/** As administrators do in the portal. */
async function configure(by: Administrator): Promise<void> {
  const colours = { width: 700, height: 200, channels: 4, background: '#0a68' } as const
  const logo = await sharp({ create: colours }).webp().toBuffer()
  const branding = brandingSchema.parse({ productName: 'Awa Pay', supportEmail: 'help@example.com' })
  await succeed(executeAs(by, saveBranding, { input: { ...branding, logo } }))
  const input = requirementSchema.parse({
    nameEn: 'Bank details: “IBAN”',
    nameFr: 'Coordonnées bancaires',
    helpEn: 'Two lines:\n  - one\n# two ',
    required: 'on',
    png: 'on',
    maxMegabytes: '2.5',
    checklistEn: 'Stamped\nSigned',
    checklistFr: 'Tamponné\nSigné',
  })
  const { id } = await succeed(executeAs(by, saveRequirement, { input }))
  await succeed(executeAs(by, moveRequirement, { target: id, input: { direction: 'up', places: 2 } }))
  const template = { name: 'Relevé d’identité.docx', bytes: Uint8Array.from([1, 2, 3]) }
  await succeed(executeAs(by, setTemplate, { target: id, input: { template } }))
  const [first] = await listRequirements()
  const retired = { target: first?.id, input: { retired: true } }
  await succeed(executeAs(by, retireRequirement, retired))
  await database().termsVersion.create({
    data: {
      version: 1,
      textEn: '# Terms\n\nYou pay.',
      textFr: '# Conditions',
      effectiveFrom: new Date('2025-02-01'),
    },
  })
  const reply = { labelEn: 'Blurred', labelFr: 'Flou', textEn: 'no', textFr: '- non' }
  await succeed(executeAs(by, saveReasonTemplate, { input: reply }))
  const cases = { ...(await listCaseRequirements()), token: 'required', unavailable: 'off' } as const
  await succeed(executeAs(by, saveCaseRequirements, { input: cases }))
  const endpoint = { url: 'https://siem.example.com/guichet', events: ['sign_in.refused'] } as const
  await succeed(
    executeAs(by, addAdministrationEndpoint, { input: { ...endpoint, events: [...endpoint.events] } }),
  )
}

/** Exports to the folder. @returns the text */
async function exportHere(): Promise<string> {
  const { text, files } = await exportConfiguration()
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return text
}

async function apply(given: string | object, options: { dryRun?: boolean; prune?: boolean } = {}) {
  const path = join(folder, 'configuration.yaml')
  writeFileSync(path, typeof given === 'string' ? given : stringify(given))
  const configuration = await readConfiguration(path)
  const actor = { ...systemActor, operator: 'awa', configurationFile: configuration.sha256 }
  const { lines, faults } = await applyConfiguration(configuration, {
    actor,
    dryRun: false,
    prune: false,
    ...options,
  })
  return { lines, faults: faults.map(({ line, column, sentence }) => `${line}:${column} ${sentence}`) }
}

async function auditSince(sequence: bigint) {
  const found = await database().auditEntry.findMany({
    where: { sequence: { gt: sequence } },
    orderBy: { sequence: 'asc' },
  })
  return found.map(({ action, actorRole, detail }) => ({ action, actorRole, ...(detail as object) }))
}

async function lastSequence(): Promise<bigint> {
  return (await database().auditEntry.aggregate({ _max: { sequence: true } }))._max.sequence ?? 0n
}

test('what was exported makes an empty installation the same, and then differs in nothing', async () => {
  const first = await apply(exported, { dryRun: true, prune: true })
  expect(first.faults).toEqual([])
  expect(await lastSequence()).toBe(0n)
  expect(await apply(exported, { prune: true })).toEqual(first)
  expect(first.lines).toEqual([
    '+ branding: productName, supportEmail, accentColour, logo',
    '+ documents "Bank details: “IBAN”"',
    '~ documents "Bank details: “IBAN”": template',
    '- documents "Company registration": retired',
    '~ documents "Bank details: “IBAN”": 2 up',
    '+ terms: from 2025-02-01',
    '+ replies "Blurred"',
    '~ rehearsal: token, unavailable',
    '+ webhooks "https://siem.example.com/guichet"',
  ])
  const entries = await auditSince(0n)
  expect(entries).toHaveLength(first.lines.length)
  for (const entry of entries)
    expect(entry).toMatchObject({
      actorRole: 'system',
      operator: 'awa',
      configurationFile: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  expect(await exportHere()).toBe(exported)
  expect(await apply(exported, { prune: true })).toEqual({ lines: [], faults: [] })
  expect(await auditSince(BigInt(entries.length))).toEqual([])
})

test('a field changed alone is one command with one audit entry', async () => {
  const document = 'documents "Bank details: “IBAN”"'
  const data = parse(exported)
  const fields: [line: string, action: string, path: (string | number)[], value: unknown][] = [
    ['branding: productName', 'branding.saved', ['branding', 'productName'], 'Other'],
    ['branding: operatorName', 'branding.saved', ['branding', 'operatorName'], 'Awa SA'],
    ['branding: supportEmail', 'branding.saved', ['branding', 'supportEmail'], ''],
    ['branding: accentColour', 'branding.saved', ['branding', 'accentColour'], '#123456'],
    ['branding: termsUrl', 'branding.saved', ['branding', 'termsUrl'], '/docs'],
    ['branding: privacyUrl', 'branding.saved', ['branding', 'privacyUrl'], 'https://example.com/p'],
    ['branding: imprintUrl', 'branding.saved', ['branding', 'imprintUrl'], 'https://example.com/i'],
    ['branding: logo', 'branding.saved', ['branding', 'logo'], null],
    [`${document}: name.fr`, 'requirement.changed', ['documents', 2, 'name', 'fr'], 'RIB'],
    [`${document}: help.en`, 'requirement.changed', ['documents', 2, 'help', 'en'], 'Help'],
    [`${document}: help.fr`, 'requirement.changed', ['documents', 2, 'help', 'fr'], 'Aide'],
    [`${document}: required`, 'requirement.changed', ['documents', 2, 'required'], false],
    [`${document}: scope`, 'requirement.changed', ['documents', 2, 'scope'], 'organisation'],
    [`${document}: formats`, 'requirement.changed', ['documents', 2, 'formats'], ['pdf', 'png']],
    [`${document}: maxMegabytes`, 'requirement.changed', ['documents', 2, 'maxMegabytes'], 0.1],
    [`${document}: checklist.fr`, 'requirement.changed', ['documents', 2, 'checklist', 'fr'], ['a', 'b']],
    [`${document}: template`, 'requirement.template_removed', ['documents', 2, 'template'], null],
    [
      'terms: from 2090-01-01',
      'terms.published',
      ['terms'],
      { effectiveFrom: '2090-01-01', text: { en: 'New', fr: 'Neuf' } },
    ],
    ['replies "Blurred": name.fr', 'reason_template.changed', ['replies', 2, 'name', 'fr'], 'Illisible'],
    ['replies "Blurred": text.en', 'reason_template.changed', ['replies', 2, 'text', 'en'], 'Blurred'],
    ['rehearsal: token_reused', 'rehearsal.cases_changed', ['rehearsal', 'token_reused'], 'off'],
    [
      'webhooks "https://siem.example.com/guichet": events',
      'webhook.events_changed',
      ['webhooks', 0, 'events'],
      ['audit.recorded'],
    ],
  ]
  for (const [line, action, path, value] of fields) {
    const before = await lastSequence()
    const holder = path.slice(0, -1).reduce((at, key) => at[key], data)
    expect(holder[path.at(-1) as string], line).not.toEqual(value)
    holder[path.at(-1) as string] = value
    expect(await apply(data)).toEqual({ lines: [`~ ${line}`], faults: [] })
    expect(await auditSince(before)).toEqual([expect.objectContaining({ action })])
  }
  // It was sent refused sign-ins, and is sent what is recorded from here on.
  expect(await database().webhookEndpoint.findFirst()).toMatchObject({
    deliveredSequence: (await lastSequence()) - 1n,
    deliveredRefusal: null,
  })
  // What the file says is what there is, but the terms are not in force yet.
  expect(parse(await exportHere())).toEqual({ ...data, terms: parse(exported).terms })
  expect(await apply(data, { prune: true })).toEqual({ lines: [], faults: [] })
}, 60_000)

test('the order of documents is that of the file, by as few moves as there are', async () => {
  const { documents } = parse(await exportHere())
  const [first, second, third, ...others] = documents
  expect(documents).toHaveLength(5)
  const names = async () => parse(await exportHere()).documents.map(nameOf)
  const nameOf = ({ name }: { name: { en: string } }) => name.en
  for (const [order, moves] of [
    [[second, third, ...others, first], 1],
    [[first, second, third, ...others], 1],
    [[third, second, first, ...others], 2],
    [[...others, first, third, second], 3],
  ] as const) {
    const { lines, faults } = await apply({ version: 1, documents: order })
    expect({ moves: lines.length, faults }).toEqual({ moves, faults: [] })
    expect(await names()).toEqual(order.map(nameOf))
  }
  // Those that it does not name stay between the others.
  const [one, two, ...rest] = await names()
  const part = parse(await exportHere()).documents.filter((each: typeof first) => nameOf(each) !== two)
  await apply({ version: 1, documents: [part[1], part[0], ...part.slice(2)] })
  expect((await names()).filter((each: string) => each !== two)).toEqual([rest[0], one, ...rest.slice(1)])
})

test('what a file leaves out stays, and --prune removes entries of the lists that it has', async () => {
  const before = parse(await exportHere())
  const partial = {
    version: 1,
    branding: { productName: 'Other', imprintUrl: '/imprint' },
    replies: [],
    webhooks: [],
  }
  expect((await apply(partial)).lines).toEqual(['~ branding: imprintUrl'])
  expect(parse(await exportHere())).toEqual({
    ...before,
    branding: { ...before.branding, imprintUrl: '/imprint' },
  })
  const { lines } = await apply(partial, { prune: true })
  expect(lines.sort()).toEqual([
    ...before.replies.map(({ name }: { name: { en: string } }) => `- replies "${name.en}"`).sort(),
    '- webhooks "https://siem.example.com/guichet"',
  ])
  const after = parse(await exportHere())
  expect(after).toMatchObject({ replies: [], webhooks: [], documents: before.documents, terms: before.terms })
})

test('only English texts are needed, and a language that the file leaves out stays', async () => {
  const entry = { name: { en: 'Alone' }, text: { en: 'English' } }
  expect((await apply({ version: 1, replies: [entry] })).lines).toEqual(['+ replies "Alone"'])
  await apply({ version: 1, replies: [{ ...entry, text: { en: 'English', fr: 'Français' } }] })
  expect(await apply({ version: 1, replies: [entry] })).toEqual({ lines: [], faults: [] })
  const document = { required: false, formats: ['pdf'], maxMegabytes: 1, checklist: { en: ['One', 'Two'] } }
  const documents = [{ name: { en: 'Alone' }, ...document }]
  expect((await apply({ version: 1, documents })).lines).toEqual(['+ documents "Alone"'])
  expect(await apply({ version: 1, documents })).toEqual({ lines: [], faults: [] })
})

test('a retired document is put in force again', async () => {
  const document = parse(exported).documents[0]
  await apply({ version: 1, documents: parse(exported).documents.slice(1) }, { prune: true })
  expect(await apply({ version: 1, documents: [document] })).toEqual({
    lines: [`+ documents "${document.name.en}": in force again`],
    faults: [],
  })
})

test('a failure in the last command leaves nothing behind', async () => {
  const before = await exportHere()
  const sequence = await lastSequence()
  await target.owner.query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END';
    CREATE TRIGGER die BEFORE INSERT OR UPDATE ON webhook_endpoint FOR EACH ROW EXECUTE FUNCTION die()`)
  await expect(apply(exported)).rejects.toThrow()
  await target.owner.query('DROP TRIGGER die ON webhook_endpoint')
  expect(await exportHere()).toBe(before)
  expect(await lastSequence()).toBe(sequence)
})

test('of two at a time, one applies and the other finds nothing left', async () => {
  const release = await holdLocks(target.owner, 'LOCK TABLE audit_entry IN SHARE MODE')
  const replies = [{ name: { en: 'Twice' }, text: { en: 'English' } }]
  const both = [apply({ version: 1, replies }), apply({ version: 1, replies })]
  await untilBlocked(target.owner, 2)
  await release()
  expect((await Promise.all(both)).map(({ lines }) => lines).sort()).toEqual([[], ['+ replies "Twice"']])
})

test('next to a form that changes the same, neither undoes what only the other changes', async () => {
  const by = await createDeveloper({ role: 'administrator' })
  const forms = {
    branding: async () => {
      const given = brandingSchema.parse({ productName: 'Form', imprintUrl: '/form' })
      return executeAs(by, saveBranding, { input: { ...given, logo: null } })
    },
    documents: async () => {
      const row = (await listRequirements()).find(({ nameEn }) => nameEn === 'Alone')
      const form = { nameEn: 'Alone', nameFr: 'Form', pdf: 'on', maxMegabytes: '2', requirementId: row?.id }
      return executeAs(by, saveRequirement, { input: requirementSchema.parse(form) })
    },
    replies: async () => {
      const row = (await listReasonTemplates()).find(({ labelEn }) => labelEn === 'Alone')
      const form = { labelEn: 'Alone', labelFr: 'Form', textEn: 'Form', textFr: 'Form', templateId: row?.id }
      return executeAs(by, saveReasonTemplate, { input: reasonTemplateSchema.parse(form) })
    },
    rehearsal: async () => {
      const input = { ...(await listCaseRequirements()), token: 'off' } as const
      return executeAs(by, saveCaseRequirements, { input })
    },
  }
  const file = {
    branding: { productName: 'File' },
    documents: [{ name: { en: 'Alone' }, required: true, formats: ['png'], maxMegabytes: 3 }],
    replies: [{ name: { en: 'Alone' }, text: { en: 'File' } }],
    rehearsal: { unavailable: 'advised' },
  }
  for (const [name, form] of Object.entries(forms)) {
    const release = await holdLocks(target.owner, 'LOCK TABLE audit_entry IN SHARE MODE')
    const posted = form()
    await untilBlocked(target.owner, 1)
    const applied = apply({ version: 1, [name]: file[name as keyof typeof file] })
    await untilBlocked(target.owner, 2)
    await release()
    expect(await posted).toMatchObject({ ok: true })
    expect(await applied).toMatchObject({ faults: [] })
  }
  const after = parse(await exportHere())
  const alone = ({ name }: { name: { en: string } }) => name.en === 'Alone'
  expect(after.branding).toMatchObject({ productName: 'File', imprintUrl: '/form' })
  expect(after.documents.find(alone)).toMatchObject({ name: { fr: 'Form' }, formats: ['png'] })
  expect(after.replies.find(alone)).toMatchObject({ name: { fr: 'Form' }, text: { en: 'File', fr: 'Form' } })
  expect(after.rehearsal).toMatchObject({ token: 'off', unavailable: 'advised' })
})

test('what commands refuse is said at once, and nothing is applied', async () => {
  const before = await exportHere()
  const sequence = await lastSequence()
  const { faults } = await apply(
    `version: 1
branding: { productName: Never }
terms:
  effectiveFrom: 2020-01-01
  text: { en: Past, fr: Passé }
documents: []
webhooks:
  - url: https://10.0.0.1/
    events: [audit.recorded]
  - url: http://example.com/
    events: [audit.recorded]
`,
    { prune: true },
  )
  expect(faults).toEqual([
    '4:18 This day is in the past. Choose today or later.',
    '6:1 At least one required document must stay active.',
    '8:10 We can’t send to this address. Use one that is reachable from the internet.',
    '10:10 Use https.',
  ])
  expect(await exportHere()).toBe(before)
  expect(await lastSequence()).toBe(sequence)
})

test('two entries of one name in the installation are refused', async () => {
  const reply = { labelEn: 'Twice', labelFr: 'Deux', textEn: 'a', textFr: 'b' }
  const rows = ['a', 'b'].map((textEn) => ({ id: crypto.randomUUID(), ...reply, textEn }))
  await database().reasonTemplate.createMany({ data: rows })
  const sentence = 'This installation has two entries called "Twice": rename one in the portal first.'
  await expect(exportConfiguration()).rejects.toThrow(`replies: ${sentence}`)
  expect((await apply('version: 1\nreplies: []\n')).faults).toEqual([`2:1 ${sentence}`])
})
