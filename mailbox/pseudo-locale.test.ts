import { test } from 'vitest'
import { expectOnlyPseudo, testLocale } from '@/test/pseudo-locale'
import { chooseWords, renderList, renderMessage } from './page'
import type { Message } from './store'

const nobody = { name: '', address: 'a@b.c' }

test('the mailbox says nothing that is no message', () => {
  const words = chooseWords(testLocale)
  const message = {
    id: '1',
    from: [nobody],
    to: [nobody],
    date: '2026-11-21T09:05:00Z',
    html: 'x',
    text: 'x',
  }
  const all = [{ ...message, subject: '' } as Message]
  const pages = [renderList([], '', words, 'n'), renderList(all, '', words, 'n')]
  for (const page of [...pages, renderMessage(all[0] as Message, words, 'n')]) {
    expectOnlyPseudo(page.replace(/<script.*?<\/script>/gs, ''), 'Nov UTC')
  }
})
