import { z } from 'zod'
import { readLogo } from '@/lib/branding/logo'
import { findBranding, findLogo } from '@/lib/branding/queries'
import { saveBranding } from '@/lib/branding/save-branding'
import { brandingSchema } from '@/lib/branding/schema'
import type { AnyCommand, CommandRequest, ValueOf } from '@/lib/commands/command'
import type { Transaction } from '@/lib/database'
import { readDocumentName } from '@/lib/documents/name'
import { documentKinds } from '@/lib/documents/schema'
import type { Locale } from '@/lib/languages'
import { saveCaseRequirements } from '@/lib/rehearsals/commands'
import { listCaseRequirements } from '@/lib/rehearsals/queries'
import { caseRequirementsSchema, rehearsalCases } from '@/lib/rehearsals/schema'
import { done, type Result, refused } from '@/lib/result'
import { findCurrentTerms, findTerms, listTerms } from '@/lib/terms/queries'
import { termsSchema } from '@/lib/terms/schema'
import { publishTerms } from '@/lib/terms/terms'
import { fieldOf } from '@/lib/translations'
import { maxLogoBytes } from '@/lib/uploads'
import {
  listReasonTemplates,
  removeReasonTemplate,
  saveReasonTemplate,
} from '@/lib/validation/reason-templates'
import {
  findTemplate,
  listRequirements,
  moveRequirement,
  retireRequirement,
  saveRequirement,
  setTemplate,
} from '@/lib/validation/requirements'
import { reasonTemplateSchema, requirementSchema, templateSchema } from '@/lib/validation/schema'
import {
  addAdministrationEndpoint,
  changeAdministrationEvents,
  removeAdministrationEndpoint,
} from '@/lib/webhooks/endpoint'
import { administrationEventTypes } from '@/lib/webhooks/events'
import { listEndpoints } from '@/lib/webhooks/queries'
import { endpointLimit, newAdministrationEndpointSchema } from '@/lib/webhooks/schema'
import { file, flag, type Key, lines, type Posted, plain, postTexts, texts, ticks } from './keys'

/** A logo or a template. */
export type StoredFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

/** Something as it is in the installation, as the portal's form would post it. */
export type Current = { id: string; posted: Posted; file?: StoredFile | null; retired?: boolean }

/** What an entry of the file asks for. */
export type Change = {
  current: Current | null
  /** As the file has it. */
  value: Posted
  /** As the form's schema returns it, with what the file leaves out as it is. */
  // biome-ignore lint/suspicious/noExplicitAny: each section has another
  input: any
  /** The keys that differ, such as `name.fr`. */
  changed: string[]
  /** Where it differs; null removes it. */
  file: StoredFile | null | undefined
}

export type Line = { sign: '+' | '~' | '-'; what?: string }

/** Executes a command in the transaction of them all. Null if it refuses, which is reported where the entry is. */
export type Step = <Executed extends AnyCommand>(
  line: Line,
  command: Executed,
  request: Pick<CommandRequest<Executed>, 'target' | 'input'>,
) => Promise<ValueOf<Executed> | null>

/** What administrators configure on one page of the portal: how it is read, and by which commands it changes. */
export type Section = {
  keys: Record<string, Key>
  /** Keys that an entry may leave out. */
  optional: readonly string[]
  /** What adds an entry; its lock is the list's. */
  command: AnyCommand
  /** The form's schema. */
  form: z.ZodType
  /** Where the sentences of its refusals are in `messages`, and their limits. */
  errors: string
  limit?: string | number
  /** The keys that refusals of its commands are about. */
  about?: Record<string, string>
  /** Of a list: the field of the form that names an entry, and its key. */
  named?: { field: string; key: string }
  /** The key of a file, and how it is stored. */
  file?: { key: string; read(given: StoredFile): Promise<Result<StoredFile, string>> }
  /** What the file leaves out is not filled in from what is there. */
  whole?: true
  /** There can be so many: room is made first. */
  removesFirst?: true
  /** Those that are configured now, in their order. */
  read(transaction: Transaction): Promise<Current[]>
  /** @returns the id, where `arrange` needs it */
  save(step: Step, change: Change, all: Current[]): Promise<string | null | undefined>
  remove?(step: Step, current: Current): Promise<unknown>
  /** Puts the entries with these ids into this order. */
  arrange?(stepOf: (id: string) => Step, ids: string[], transaction: Transaction): Promise<void>
}

const { shape: identity } = brandingSchema
const { shape: requirement } = requirementSchema
const { shape: reply } = reasonTemplateSchema
const { shape: endpoint } = newAdministrationEndpointSchema.in
const { shape: terms } = termsSchema

/** The sections of the file, in its order. */
export const sections: Record<string, Section> = {
  branding: {
    keys: {
      productName: plain(identity, 'productName'),
      operatorName: plain(identity, 'operatorName'),
      supportEmail: plain(identity, 'supportEmail'),
      accentColour: plain(identity, 'accentColour'),
      logo: file(),
      termsUrl: plain(identity, 'termsUrl'),
      privacyUrl: plain(identity, 'privacyUrl'),
      imprintUrl: plain(identity, 'imprintUrl'),
    },
    optional: [
      'operatorName',
      'supportEmail',
      'accentColour',
      'logo',
      'termsUrl',
      'privacyUrl',
      'imprintUrl',
    ],
    command: saveBranding,
    form: brandingSchema,
    errors: 'administration.branding.errors',
    limit: `${maxLogoBytes / 1024} KiB`,
    file: {
      key: 'logo',
      async read({ bytes }) {
        const read = await readLogo(Buffer.from(bytes))
        return read.ok ? done({ name: 'logo.png', bytes: Uint8Array.from(read.value) }) : read
      },
    },
    async read() {
      const { saved, logoHash: _, ...posted } = await findBranding()
      const logo = await findLogo()
      const stored = logo && { name: 'logo.png', bytes: Uint8Array.from(logo.bytes) }
      return saved ? [{ id: 'branding', posted, file: stored }] : []
    },
    async save(step, { current, input, changed, file: logo }) {
      const what = [...changed, ...(logo === undefined ? [] : ['logo'])].join(', ')
      if (what === '') return null
      const removeLogo = logo === null ? ('on' as const) : undefined
      const given = { ...input, removeLogo, logo: logo ? Buffer.from(logo.bytes) : null }
      await step({ sign: current ? '~' : '+', what }, saveBranding, { input: given })
      return null
    },
  },

  documents: {
    keys: {
      name: texts(requirement, 'name'),
      help: texts(requirement, 'help'),
      required: flag('required'),
      scope: plain(requirement, 'scope'),
      formats: ticks(documentKinds),
      maxMegabytes: plain(requirement, 'maxMegabytes', z.number().and(requirement.maxMegabytes)),
      checklist: lines(requirement, 'checklist', 'name'),
      template: file(),
    },
    optional: ['help', 'scope', 'checklist', 'template'],
    command: saveRequirement,
    form: requirementSchema,
    errors: 'review.requirements.errors',
    about: { last_required: 'required' },
    named: { field: 'nameEn', key: 'name' },
    file: {
      key: 'template',
      async read({ name: given, bytes }) {
        const name = readDocumentName(given)
        const template = { name: name.ok ? name.name : 'template', bytes }
        const [issue] = templateSchema.safeParse({ template }).error?.issues ?? []
        return issue ? refused(issue.message) : done(template)
      },
    },
    async read(transaction) {
      const found = await listRequirements(transaction)
      return Promise.all(
        found.map(async ({ id, retiredAt, ...row }) => {
          const kinds = Object.fromEntries(row.acceptedKinds.map((kind) => [kind, 'on']))
          const required = row.required ? 'on' : undefined
          const own = { ...kinds, required, scope: row.scope, maxMegabytes: megabytesOf(row.maxBytes) }
          const posted = { ...postTexts(row, 'name', 'help', 'checklist'), ...own }
          const template = row.templateName ? await findTemplate(id) : null
          const stored = template && { ...template, bytes: Uint8Array.from(template.bytes) }
          return { id, posted, file: stored, retired: retiredAt !== null }
        }),
      )
    },
    async save(step, { current, input, changed, file: template }) {
      const retired = { target: current?.id, input: { retired: false } }
      if (current?.retired) await step({ sign: '+', what: 'in force again' }, retireRequirement, retired)
      let id = current?.id
      if (!current || changed.length > 0) {
        const line: Line = current ? { sign: '~', what: changed.join(', ') } : { sign: '+' }
        const saved = await step(line, saveRequirement, { input: { ...input, requirementId: id } })
        id ??= saved?.id
      }
      if (id && template !== undefined)
        await step({ sign: '~', what: 'template' }, setTemplate, { target: id, input: { template } })
      return id
    },
    remove: (step, { id }) =>
      step({ sign: '-', what: 'retired' }, retireRequirement, { target: id, input: { retired: true } }),
    async arrange(stepOf, ids, transaction) {
      const list = (await listRequirements(transaction)).filter((each) => !each.retiredAt).map(({ id }) => id)
      // Those that the file does not name stay between them.
      const named = list.filter((id) => ids.includes(id))
      for (const [index, id] of ids.entries()) {
        const there = named[index]
        if (there === undefined || there === id) continue
        const isDown = named[index + 1] === id
        const moved = isDown ? there : id
        const place = named[isDown ? ids.indexOf(there) : index] ?? there
        const [from, to] = [list.indexOf(moved), list.indexOf(place)]
        named.splice(named.indexOf(place), 0, ...named.splice(named.indexOf(moved), 1))
        list.splice(to, 0, ...list.splice(from, 1))
        const input = { direction: isDown ? 'down' : 'up', places: Math.abs(to - from) } as const
        const line: Line = { sign: '~', what: `${input.places} ${input.direction}` }
        await stepOf(moved)(line, moveRequirement, { target: moved, input })
      }
    },
  },

  terms: {
    keys: { effectiveFrom: plain(terms, 'effectiveFrom'), text: texts(terms, 'text') },
    optional: [],
    command: publishTerms,
    form: termsSchema,
    errors: 'administration.terms.errors',
    about: { past: 'effectiveFrom' },
    whole: true,
    /** The version in force, and one that is announced. */
    async read() {
      const [newest] = await listTerms()
      const found = [await findCurrentTerms(), newest ? await findTerms(newest.version) : null]
      return found.flatMap((each) => {
        if (!each) return []
        const effectiveFrom = each.effectiveFrom.toISOString().slice(0, 10)
        return [{ id: String(each.version), posted: { ...postTexts(each, 'text'), effectiveFrom } }]
      })
    },
    async save(step, { input, value }, all) {
      const fields = Object.keys(value.text as Posted).map((locale) => fieldOf('text', locale as Locale))
      if (all.some(({ posted }) => fields.every((field) => posted[field] === input[field]))) return null
      const what = `from ${input.effectiveFrom.toISOString().slice(0, 10)}`
      await step({ sign: all.length > 0 ? '~' : '+', what }, publishTerms, { input })
      return null
    },
  },

  replies: {
    keys: { name: texts(reply, 'label'), text: texts(reply, 'text') },
    optional: [],
    command: saveReasonTemplate,
    form: reasonTemplateSchema,
    errors: 'review.templates.errors',
    named: { field: 'labelEn', key: 'name' },
    read: async () =>
      (await listReasonTemplates()).map((row) => ({ id: row.id, posted: postTexts(row, 'label', 'text') })),
    async save(step, { current, input, changed }) {
      if (current && changed.length === 0) return null
      const line: Line = current ? { sign: '~', what: changed.join(', ') } : { sign: '+' }
      await step(line, saveReasonTemplate, { input: { ...input, templateId: current?.id } })
      return null
    },
    remove: (step, { id }) => step({ sign: '-' }, removeReasonTemplate, { target: id }),
  },

  rehearsal: {
    keys: Object.fromEntries(rehearsalCases.map((name) => [name, plain(caseRequirementsSchema.shape, name)])),
    optional: rehearsalCases,
    command: saveCaseRequirements,
    form: caseRequirementsSchema,
    errors: 'rehearsal.errors',
    read: async (transaction) => [{ id: 'rehearsal_cases', posted: await listCaseRequirements(transaction) }],
    async save(step, { input, changed }) {
      if (changed.length > 0)
        await step({ sign: '~', what: changed.join(', ') }, saveCaseRequirements, { input })
      return null
    },
  },

  webhooks: {
    keys: { url: plain(endpoint, 'url'), events: ticks(administrationEventTypes) },
    optional: [],
    command: addAdministrationEndpoint,
    form: newAdministrationEndpointSchema,
    errors: 'webhooks.errors',
    limit: endpointLimit,
    about: { https_only: 'url', address_refused: 'url', exists: 'url' },
    named: { field: 'url', key: 'url' },
    removesFirst: true,
    async read() {
      return (await listEndpoints(null)).map(({ id, url, events }) => ({
        id,
        posted: { url, ...Object.fromEntries(events.map((event) => [event, 'on'])) },
      }))
    },
    async save(step, { current, input, changed }) {
      if (!current) await step({ sign: '+' }, addAdministrationEndpoint, { input })
      else if (changed.length > 0) {
        const given = { endpointId: current.id, events: input.events }
        await step({ sign: '~', what: changed.join(', ') }, changeAdministrationEvents, { input: given })
      }
      return null
    },
    remove: (step, { id }) =>
      step({ sign: '-' }, removeAdministrationEndpoint, { input: { endpointId: id } }),
  },
}

/** As few decimals as say the same number of bytes. */
function megabytesOf(bytes: number): number {
  const exact = bytes / 1024 / 1024
  const short = [0, 1, 2, 3, 4, 5, 6, 7].map((decimals) => Number(exact.toFixed(decimals)))
  return short.find((megabytes) => Math.round(megabytes * 1024 * 1024) === bytes) ?? exact
}
