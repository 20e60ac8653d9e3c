import { z } from 'zod'
import { readLogo } from '@/lib/branding/logo'
import { findBranding, findLogo } from '@/lib/branding/queries'
import { saveBranding } from '@/lib/branding/save-branding'
import { brandingSchema } from '@/lib/branding/schema'
import type { AnyCommand, CommandRequest, InputOf, ValueOf } from '@/lib/commands/command'
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

/**
 * Executes a command in the transaction of them all, and says in a line whether it adds, changes or removes the entry,
 * or what of it. Null if it refuses, which is reported where the entry is.
 */
export type Step = <Executed extends AnyCommand>(
  sign: '+' | '~' | '-',
  what: string,
  command: Executed,
  request: Pick<CommandRequest<Executed>, 'target' | 'input'>,
) => Promise<ValueOf<Executed> | null>

/** What administrators configure on one page of the portal: how it is read, and by which commands it changes. */
export type Section = {
  keys: Record<string, Key>
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
  save(step: Step, change: Change, all: Current[]): Promise<unknown>
  remove?(step: Step, current: Current): Promise<unknown>
  /** Puts the entries of these names into this order. */
  arrange?(steps: Map<string, Step>, transaction: Transaction): Promise<void>
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
      ...plain(identity, 'productName', 'operatorName', 'supportEmail', 'accentColour'),
      logo: file(),
      ...plain(identity, 'termsUrl', 'privacyUrl', 'imprintUrl'),
    },
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
      const removeLogo = logo === null ? ('on' as const) : undefined
      const given = { ...input, removeLogo, logo: logo ? Buffer.from(logo.bytes) : null }
      if (what !== '') await step(current ? '~' : '+', what, saveBranding, { input: given })
    },
  },

  documents: {
    keys: {
      name: texts(requirement, 'name'),
      help: texts(requirement, 'help'),
      required: flag('required'),
      ...plain(requirement, 'scope'),
      formats: ticks(documentKinds),
      ...plain({ maxMegabytes: z.number().and(requirement.maxMegabytes) }, 'maxMegabytes'),
      checklist: lines(requirement, 'checklist', 'name'),
      template: file(),
    },
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
    async save(step, change) {
      const { current, input, file: template } = change
      const inForce = { target: current?.id, input: { retired: false } }
      if (current?.retired) await step('+', 'in force again', retireRequirement, inForce)
      const saved = await saveOne(step, saveRequirement, change, { ...input, requirementId: current?.id })
      const target = current?.id ?? saved?.id
      if (target && template !== undefined)
        await step('~', 'template', setTemplate, { target, input: { template } })
    },
    remove: (step, { id }) =>
      step('-', 'retired', retireRequirement, { target: id, input: { retired: true } }),
    async arrange(steps, transaction) {
      const rows = (await listRequirements(transaction)).filter(({ retiredAt }) => !retiredAt)
      const list = rows.map(({ nameEn }) => nameEn)
      const names = [...steps.keys()]
      // Those that the file does not name stay between them.
      const named = list.filter((name) => steps.has(name))
      for (const [index, name] of names.entries()) {
        const there = named[index]
        if (there === undefined || there === name) continue
        const isDown = named[index + 1] === name
        const moved = isDown ? there : name
        const place = named[isDown ? names.indexOf(there) : index] ?? there
        const [from, to] = [list.indexOf(moved), list.indexOf(place)]
        named.splice(named.indexOf(place), 0, ...named.splice(named.indexOf(moved), 1))
        list.splice(to, 0, ...list.splice(from, 1))
        const input = { direction: isDown ? 'down' : 'up', places: Math.abs(to - from) } as const
        const target = rows.find(({ nameEn }) => nameEn === moved)?.id
        await steps.get(moved)?.('~', `${input.places} ${input.direction}`, moveRequirement, {
          target,
          input,
        })
      }
    },
  },

  terms: {
    keys: { ...plain(terms, 'effectiveFrom'), text: texts(terms, 'text') },
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
      if (all.some(({ posted }) => fields.every((field) => posted[field] === input[field]))) return
      const what = `from ${input.effectiveFrom.toISOString().slice(0, 10)}`
      await step(all.length > 0 ? '~' : '+', what, publishTerms, { input })
    },
  },

  replies: {
    keys: { name: texts(reply, 'label'), text: texts(reply, 'text') },
    command: saveReasonTemplate,
    form: reasonTemplateSchema,
    errors: 'review.templates.errors',
    named: { field: 'labelEn', key: 'name' },
    read: async () =>
      (await listReasonTemplates()).map((row) => ({ id: row.id, posted: postTexts(row, 'label', 'text') })),
    save: (step, change) =>
      saveOne(step, saveReasonTemplate, change, { ...change.input, templateId: change.current?.id }),
    remove: (step, { id }) => step('-', '', removeReasonTemplate, { target: id }),
  },

  rehearsal: {
    keys: plain(caseRequirementsSchema.partial().shape, ...rehearsalCases),
    command: saveCaseRequirements,
    form: caseRequirementsSchema,
    errors: 'rehearsal.errors',
    read: async (transaction) => [{ id: 'rehearsal_cases', posted: await listCaseRequirements(transaction) }],
    save: (step, change) => saveOne(step, saveCaseRequirements, change, change.input),
  },

  webhooks: {
    keys: { ...plain(endpoint, 'url'), events: ticks(administrationEventTypes) },
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
    save(step, change) {
      const { current, input } = change
      if (!current) return saveOne(step, addAdministrationEndpoint, change, input)
      return saveOne(step, changeAdministrationEvents, change, {
        endpointId: current.id,
        events: input.events,
      })
    },
    remove: (step, { id }) => step('-', '', removeAdministrationEndpoint, { input: { endpointId: id } }),
  },
}

/** Adds an entry, or changes it where it differs. */
async function saveOne<Executed extends AnyCommand>(
  step: Step,
  command: Executed,
  { current, changed }: Change,
  input: InputOf<Executed>,
) {
  if (!current) return step('+', '', command, { input })
  return changed.length > 0 ? step('~', changed.join(', '), command, { input }) : null
}

/** As few decimals as say the same number of bytes. */
function megabytesOf(bytes: number): number {
  const exact = bytes / 1024 / 1024
  const short = [0, 1, 2, 3, 4, 5, 6, 7].map((decimals) => Number(exact.toFixed(decimals)))
  return short.find((megabytes) => Math.round(megabytes * 1024 * 1024) === bytes) ?? exact
}
