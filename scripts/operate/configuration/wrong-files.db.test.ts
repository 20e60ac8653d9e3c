import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemActor } from '@/lib/audit/schema'
import { database } from '@/lib/database'
import { withOwnDatabase } from '@/test/own-database'
import { temporaryFolder } from '@/test/resources'
import { applyConfiguration } from '../configuration'
import { readConfiguration } from './file'

withOwnDatabase({ as: 'owner', requirements: true })
const around = temporaryFolder()
const folder = join(around, 'configuration')
mkdirSync(join(folder, 'templates'), { recursive: true })
writeFileSync(join(around, 'outside.pdf'), '%PDF-1.7')
symlinkSync('../outside.pdf', join(folder, 'link'))
execFileSync('mkfifo', [join(folder, 'pipe')])
writeFileSync(join(folder, 'empty.pdf'), '')
writeFileSync(join(folder, 'large.pdf'), new Uint8Array(200 * 1024 + 1))
writeFileSync(join(folder, 'large.png'), new Uint8Array(512 * 1024 + 1))

test.each<[what: string, lines: string[], ...faults: string[]]>([
  ['an empty file', [''], '1:1 The file has to be a map.'],
  [
    'no YAML',
    ['version: 1', 'branding: {'],
    '2:12 Flow map in block collection must be sufficiently indented and end with a }.',
  ],
  ['a tab', ['version: 1', 'branding:', '\tproductName: A'], '3:1 Tabs are not allowed as indentation.'],
  ['a key twice', ['version: 1', 'branding: {}', 'branding: {}'], '3:1 Map keys must be unique.'],
  [
    'a text that does not end',
    ['version: 1', 'branding:', '  productName: "A'],
    '3:18 Missing closing "quote.',
  ],
  [
    'an alias of nothing',
    ['version: 1', 'branding: *none'],
    '2:11 Aliases are not supported: write the value itself.',
  ],
  [
    'aliases of aliases',
    ['version: 1', 'branding: &a [x, x]', 'terms: &b [*a, *a]', 'replies: [*b, *b]'],
    ...['3:12', '3:16', '4:11', '4:15'].map(
      (at) => `${at} Aliases are not supported: write the value itself.`,
    ),
  ],
  [
    'a merge',
    ['version: 1', 'branding: &a', '  productName: A', 'terms:', '  <<: *a'],
    '5:7 Aliases are not supported: write the value itself.',
  ],
  [
    'two documents',
    ['version: 1', '---', 'version: 1'],
    '2:1 A file is one YAML document: remove this line and what follows.',
  ],
  [
    'a control character',
    ['version: 1', 'branding:', '  productName: A\0', '  operatorName: "A\\0"', '  # \0'],
    '3:16 A text cannot have the character U+0000.',
    '4:17 A text cannot have the character U+0000.',
  ],
  [
    'half a character',
    ['version: 1', 'branding:', '  productName: "\\uD800"'],
    '3:16 A text cannot have the character U+D800.',
  ],
  ['a key of JavaScript', ['version: 1', '__proto__: { branding: 1 }'], '2:1 "__proto__" is not a key here.'],
  ['a byte order mark', ['\ufeffversion: 2'], '1:10 "version" has to be 1.'],
  ['a tag', ['version: 1', 'branding: { productName: !x A }'], '2:26 Unresolved tag: !x.'],
  ['a list', ['- version: 1'], '1:1 The file has to be a map.'],
  ['no version', ['branding:', '  productName: A'], '1:1 "version" is missing.'],
  [
    'an unknown key',
    ['version: 1', 'branding:', '  productName: A', '  colour: red'],
    '4:3 "colour" is not a key here.',
  ],
  [
    'an unknown key that is nearly one',
    ['version: 1', 'branding:', '  prodctName: A'],
    '2:1 "productName" is missing.',
    '3:3 "prodctName" is not a key here. Did you mean "productName"?',
  ],
  [
    'an unknown language',
    ['version: 1', 'replies:', '  - name: { en: A, fr: B, xx: C }', '    text: { en: A, fr: B }'],
    '3:27 "xx" is not a key here.',
  ],
  [
    'no English text',
    ['version: 1', 'replies:', '  - name: { fr: B }', '    text: { en: A, fr: B }'],
    '3:5 "name.en" is missing.',
  ],
  [
    'an empty English text',
    ['version: 1', 'replies:', '  - name: { en: "", fr: B }', '    text: { en: A, fr: B }'],
    '3:17 Enter the text in English and French.',
  ],
  [
    'a text that is a number',
    ['version: 1', 'replies:', '  - name: { en: 5, fr: B }', '    text: { en: A, fr: B }'],
    '3:17 "name.en" has to be a text.',
  ],
  [
    'a text without languages',
    ['version: 1', 'replies:', '  - name: A', '    text: { en: A, fr: B }'],
    '3:11 "name" has to be a map.',
  ],
  ['a list that is a map', ['version: 1', 'replies: { name: A }'], '2:1 "replies" has to be a list.'],
  ['a section without a value', ['version: 1', 'documents:'], '2:11 "documents" has to be a list.'],
  [
    'two of one name',
    [
      'version: 1',
      'replies:',
      '  - name: { en: A, fr: B }',
      '    text: { en: A, fr: B }',
      '  - name: { en: " A", fr: C }',
      '    text: { en: A, fr: B }',
    ],
    '5:5 The entry in line 3 has the same name.',
  ],
  [
    'two webhooks of one URL',
    [
      'version: 1',
      'webhooks:',
      '  - { url: https://a.example, events: [audit.recorded] }',
      '  - { url: https://a.example/#x, events: [sign_in.refused] }',
    ],
    '4:12 The entry in line 3 has the same name.',
  ],
  [
    'no event',
    ['version: 1', 'webhooks:', '  - { url: https://a.example, events: [] }'],
    '3:31 Select at least one event.',
  ],
  [
    'an unknown event',
    ['version: 1', 'webhooks:', '  - { url: https://a.example, events: [audit.recoded] }'],
    '3:40 "events" has to be audit.recorded or sign_in.refused.',
  ],
  [
    'a secret',
    ['version: 1', 'webhooks:', '  - { url: https://a.example, events: [audit.recorded], secret: whsec_x }'],
    '3:57 "secret" is not a key here.',
  ],
  [
    'an unknown case',
    ['version: 1', 'rehearsal:', '  tokens: required'],
    '3:3 "tokens" is not a key here. Did you mean "token"?',
  ],
  [
    'no day',
    ['version: 1', 'terms:', '  effectiveFrom: 2026-02-30', '  text: { en: A, fr: B }'],
    '3:18 Enter a date.',
  ],
  [
    'a colour in words',
    ['version: 1', 'branding:', '  productName: A', '  accentColour: red'],
    '4:17 Enter a colour like #0b6658.',
  ],
  [
    'a logo that does not exist',
    ['version: 1', 'branding: { productName: A, logo: none.png }'],
    '2:35 none.png cannot be read (ENOENT).',
  ],
  [
    'a large logo',
    ['version: 1', 'branding: { productName: A, logo: large.png }'],
    '2:35 The file is larger than 512 KiB.',
  ],
  ...[
    ['a template that does not exist', 'none.pdf', 'none.pdf cannot be read (ENOENT).'],
    ['a folder', 'templates', 'templates is not a file.'],
    ['a pipe', 'pipe', 'pipe is not a file.'],
    ['a file above the folder', '../outside.pdf', '../outside.pdf is not next to the configuration file.'],
    ['an absolute path', '/etc/hostname', '/etc/hostname is not next to the configuration file.'],
    ['a link that leads out of the folder', 'link', 'link is not next to the configuration file.'],
    ['an empty template', 'empty.pdf', 'Choose a file.'],
    ['a large template', 'large.pdf', 'The template is larger than 200 kB.'],
  ].map(([what = '', template, sentence]): [string, string[], string] => [
    what,
    [
      'version: 1',
      'documents:',
      `  - { name: { en: A, fr: B }, required: true, formats: [pdf], maxMegabytes: 1, template: ${template} }`,
    ],
    `3:90 ${sentence}`,
  ]),
  [
    'a format that is not accepted',
    [
      'version: 1',
      'documents:',
      '  - { name: { en: A, fr: B }, required: true, formats: [docx], maxMegabytes: 1 }',
    ],
    '3:57 "formats" has to be pdf or jpeg or png.',
  ],
  [
    'a size as text',
    [
      'version: 1',
      'documents:',
      '  - { name: { en: A, fr: B }, required: true, formats: [pdf], maxMegabytes: "1" }',
    ],
    '3:77 "maxMegabytes" has to be a number.',
  ],
  [
    'yes',
    [
      'version: 1',
      'documents:',
      '  - { name: { en: A, fr: B }, required: yes, formats: [pdf], maxMegabytes: 1 }',
    ],
    '3:41 "required" has to be true or false.',
  ],
  [
    'a checklist of different lengths',
    [
      'version: 1',
      'documents:',
      '  - { name: { en: A, fr: B }, required: true, formats: [pdf], maxMegabytes: 1, checklist: { en: [A, B], fr: [C] } }',
    ],
    '3:105 Use the same number of lines as in English.',
  ],
  [
    'much at once',
    [
      'version: 2',
      'brandng: {}',
      'rehearsal: { token: no }',
      'documents:',
      '  - { name: { en: A }, required: 1 }',
      'webhooks:',
      '  - { url: x, events: [audit.recorded] }',
      '  - { url: y, events: 5 }',
    ],
    '1:10 "version" has to be 1.',
    '2:1 "brandng" is not a key here. Did you mean "branding"?',
    '3:21 Choose an option for each test case.',
    '5:5 "formats" is missing.',
    '5:5 "maxMegabytes" is missing.',
    '5:34 "required" has to be true or false.',
    '7:12 Enter a complete URL, such as https://example.com/webhooks.',
    '8:23 "events" has to be a list.',
  ],
])('%s', async (_, lines, ...faults) => {
  const path = join(folder, 'configuration.yaml')
  writeFileSync(path, lines.join('\n'))
  const configuration = await readConfiguration(path)
  const found = await applyConfiguration(configuration, { actor: systemActor, dryRun: false, prune: false })
  expect(found.faults.map(({ line, column, sentence }) => `${line}:${column} ${sentence}`)).toEqual(faults)
  expect(found.lines).toEqual([])
  expect(await database().auditEntry.count()).toBe(0)
})

test.each([
  [
    'that is not UTF-8',
    Buffer.from('version: 1\nbranding: { productName: Caf\u00e9 }\n', 'latin1'),
    'has to be UTF-8',
  ],
  ['of UTF-16', Buffer.from('\ufeffversion: 1\n', 'utf16le'), 'has to be UTF-8'],
  ['of 50 MB', Buffer.alloc(50_000_000, '# a\n'), 'is larger than 4 MB'],
])('a file %s', async (_, bytes, sentence) => {
  const path = join(folder, 'bytes.yaml')
  writeFileSync(path, bytes)
  const { faults } = await readConfiguration(path)
  expect(faults).toEqual([{ line: 1, column: 1, sentence: `The file ${sentence}.` }])
})
