import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import { isStructurallySame } from '@formatjs/icu-messageformat-parser/manipulator.js'
import { describe, expect, test } from 'vitest'
import { messages } from '@/generated/messages'
import { type Locale, locales, tagOf } from '@/lib/languages'
import { projectRoot } from '@/scripts/launch/root'
import { listMessages } from '@/test/every-message'

/** Any text of an e-mail may name the product. */
function parseMessage(text: string) {
  return parse(text.replaceAll('{product}', ''))
}

function hasSingularZero(locale: Locale): boolean {
  return new Intl.PluralRules(tagOf(locale)).select(0) === 'one'
}

/** Sources of a folder or the file itself, without tests. */
function listSources(path: string): string[] {
  if (/\.tsx?$/.test(path)) return [path]
  return readdirSync(join(projectRoot, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => join(path, file))
}

/**
 * The texts in quotes or backticks of a source file, without the values in them; those with texts in values
 * are left out.
 */
function literals(source: string): string[] {
  const code = source.replaceAll(/^\s*(\/\/|\/?\*).*|\s\/\/ .*/gm, '').replaceAll(/\$\{[^{}]*\}/g, 'x')
  return (code.match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []).filter((text) => !text.includes('${'))
}

test('no component of the browser reads messages: it is given its texts', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  const inBrowser = files
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => readFileSync(join(projectRoot, file), 'utf8').startsWith("'use client'"))
  expect(inBrowser.length).toBeGreaterThan(20)
  // Nothing provides them there: the page would be an error.
  expect(
    inBrowser.filter((file) => readFileSync(join(projectRoot, file), 'utf8').includes("from 'next-intl")),
  ).toEqual([])
})

describe('messages', () => {
  const english = listMessages('en')
  const french = new Map(listMessages('fr'))

  test.each(locales)('%s has the keys of English', (locale) => {
    const keys = listMessages(locale).map(([key]) => key)
    expect(keys.sort()).toEqual(english.map(([key]) => key).sort())
  })

  test.each(locales)('%s takes the same arguments and tags, in valid ICU syntax', (locale) => {
    const texts = new Map(listMessages(locale))
    const different = english.flatMap(([key, text]) => {
      const { success, error } = isStructurallySame(parseMessage(text), parseMessage(texts.get(key) ?? ''))
      return success ? [] : `${key}: ${error?.message}`
    })
    expect(different).toEqual([])
  })

  test.each(locales)('no text in %s is empty', (locale) => {
    expect(listMessages(locale).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test.each(locales.filter((locale) => locale !== 'en'))(
    'every sentence of an e-mail is translated to %s',
    (locale) => {
      const texts = new Map(listMessages(locale))
      const isSentence = (text: string) =>
        text
          .replaceAll(/\{\w+\}/g, '')
          .trim()
          .includes(' ')
      const same = english.filter(([key, text]) => {
        return key.startsWith('emails.') && isSentence(text) && texts.get(key) === text
      })
      expect(same).toEqual([])
    },
  )

  test.each(locales)('no notice of a result in %s repeats a sentence that its page shows', (locale) => {
    const texts = listMessages(locale)
    const isNotice = (key: string) => /^\w+\.notices\./.test(key)
    const shown = new Set(
      texts.flatMap(([key, text]) =>
        isNotice(key) || key.includes('.errors.') ? [] : `${key.split('.')[0]}: ${text}`,
      ),
    )
    const repeated = texts.filter(
      ([key, text]) => isNotice(key) && text.includes(' ') && shown.has(`${key.split('.')[0]}: ${text}`),
    )
    expect(repeated).toEqual([])
  })

  // Where the category `one` includes 0, texts say `=1`: people write "0 chamadas". The French do write "0 appel".
  test.each(locales.filter((locale) => locale !== 'fr' && hasSingularZero(locale)))(
    'no text in %s has 0 in the singular',
    (locale) => {
      expect(listMessages(locale).filter(([, text]) => /\bone \{/.test(text))).toEqual([])
    },
  )

  // Texts of every operator's product; what operators type on a server keeps its name.
  test('French texts have the words of the glossary, and never the name of this product', () => {
    const refused =
      /guichet(?! (create-reviewer|backup))|caisse|vérificateur|point d’accès|vous (pouvez|pourrez) révéler|fin de prise en charge/i
    const wrong = [...french].filter(([key, text]) => !key.startsWith('mailbox.') && refused.test(text))
    expect(wrong).toEqual([])
  })

  // A colon that begins an ICU skeleton ("::") is no punctuation.
  test('French punctuation keeps to its word, by a no-break space', () => {
    const loose = [...french].filter(([, text]) => / [;?!»]| :(?!:)|« /.test(text))
    expect(loose).toEqual([])
  })

  test('an English percentage has no space', () => {
    expect([...english].filter(([, text]) => /[\d}]\s%/.test(text))).toEqual([])
  })

  test('and so it does in the French documentation', () => {
    const folder = `${projectRoot}/content/docs/fr`
    const prose = readdirSync(folder).flatMap((file) =>
      readFileSync(`${folder}/${file}`, 'utf8')
        .split(/^```[\s\S]*?^```$/m)
        .flatMap((text) => text.split('\n')),
    )
    expect(prose.filter((line) => / [;?!»]|\S :(?![-:])|« /.test(line))).toEqual([])
  })

  test('and so it does in French texts of source files', () => {
    const files = ['emails', 'scripts/launch/demo', 'lib'].flatMap(listSources)
    const loose = files.flatMap((file) =>
      literals(readFileSync(join(projectRoot, file), 'utf8')).filter((text) =>
        /[\p{L}\d}’»] [;?!»](?=\s|$)|[\p{L}\d}»] :(?=\s|$)|« /u.test(text),
      ),
    )
    expect(files.length).toBeGreaterThan(100)
    expect(loose).toEqual([])
  })

  test('French numbers and percentages are not broken over lines', () => {
    expect([...french].filter(([, text]) => /\d \d{3}(?!\d)|[\d}] %/.test(text))).toEqual([])
  })

  test('texts take the limits that are in force as arguments', () => {
    for (const { accounts } of Object.values(messages)) {
      const { password_too_short, password_too_short_with_code } = accounts.errors
      const texts = [password_too_short, password_too_short_with_code, accounts.account.factorShortPassword]
      expect(texts.join()).not.toMatch(/[0-9]/)
    }
  })
})
