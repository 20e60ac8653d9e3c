import { readdirSync, readFileSync } from 'node:fs'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { sentenceFields } from '@/app/(administration)/administration/audit/sentence'
import { messages } from '@/generated/messages'
import { features } from '@/lib/features'
import { locales } from '@/lib/languages'
import { projectRoot } from '@/scripts/launch/root'

const known = features.flatMap(({ audit = [] }) => audit)

// recordAudit takes only these actions, so that an action without a sentence fails here or does not compile.
describe.each(locales)('sentences of the audit log (%s)', (locale) => {
  const sentences = Object.entries(messages[locale].audit.sentences).flatMap(([area, actions]) =>
    Object.entries(actions as Record<string, string>).map(([action, text]) => ({
      action: `${area}.${action}`,
      text,
    })),
  )

  test('every action has one, and none is without an action', () => {
    expect(sentences.map(({ action }) => action).sort()).toEqual([...known].sort())
  })

  test('they use only what the page gives them', () => {
    const given = new Set<string>([
      'actor',
      'person',
      'application',
      'organisation',
      'thing',
      ...sentenceFields,
    ])
    const unknown = sentences.filter(({ text }) => namesIn(parse(text)).some((name) => !given.has(name)))
    expect(unknown).toEqual([])
  })
})

test('statements that write to the audit log themselves use known actions', () => {
  const written = ['lib', 'worker', 'app', 'gateway']
    .flatMap((folder) =>
      readdirSync(`${projectRoot}/${folder}`, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
        .map((file) => readFileSync(`${projectRoot}/${folder}/${file}`, 'utf8')),
    )
    .filter((text) => text.includes('INTO audit_entry'))
    .flatMap((text) => [...text.matchAll(/'(\w+\.\w+)'/g)].map(([, action]) => action as string))
  expect(written.length).toBeGreaterThan(0)
  expect(written.filter((action) => !known.includes(action))).toEqual([])
})

function namesIn(elements: ReturnType<typeof parse>): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element.value, ...namesIn(element.children)]
    if (element.type === TYPE.select || element.type === TYPE.plural)
      return [element.value, ...Object.values(element.options).flatMap(({ value }) => namesIn(value))]
    return element.type === TYPE.literal || element.type === TYPE.pound ? [] : [element.value]
  })
}
