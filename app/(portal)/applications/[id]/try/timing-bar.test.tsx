import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimingBar } from './timing-bar'

const texts = { token: 'Token', balance: 'Balance', total: 'Total' }
const read = (props: { token?: number | string; balance?: number }) => {
  const markup = renderToStaticMarkup(<TimingBar {...props} texts={texts} />)
  return {
    widths: [...markup.matchAll(/<rect[^>]* width="([^"]+)"/g)].map(([, width]) => width),
    values: [...markup.matchAll(/<dd[^>]*>([^<]*)/g)].map(([, value]) => value),
  }
}

test.each([
  [
    { token: 30, balance: 10 },
    { widths: ['75%', '25%'], values: ['30 ms', '10 ms', '40 ms'] },
  ],
  [
    { token: 'Reused', balance: 10 },
    { widths: ['100%'], values: ['Reused', '10 ms', '10 ms'] },
  ],
  [{ token: 30 }, { widths: ['100%'], values: ['30 ms', '–', '30 ms'] }],
  [{}, { widths: [], values: ['–', '–', '–'] }],
])('%o is divided as its calls took', (props, shown) => {
  expect(read(props)).toEqual(shown)
})
