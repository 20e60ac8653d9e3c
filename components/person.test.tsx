import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { initialsOf } from './person'
import { Address } from './ui/address'

test.each([
  ['Emily Carter', 'EC'],
  ['emily.carter@harbour-ledger.example', 'EC'],
  ['Aïcha', 'A'],
  ['Émile de la Tour', 'ÉT'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test.each([
  ['thomas@lumen.example', 'thomas<wbr/>@lumen.example'],
  ['jean@a-b.example', 'jean<wbr/>@<span class="whitespace-nowrap">a-b</span>.example'],
  ['', '–'],
  ['installer', 'installer'],
])('the address "%s" breaks before its domain only', (address, html) => {
  expect(renderToStaticMarkup(<Address>{address}</Address>)).toBe(html)
})
