import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimingBar } from './responses'

const texts = { token: 'Token', balance: 'Balance', of: '{total} of {scale}' }
const read = (props: { token?: number | string; balance?: number }) => {
  const markup = renderToStaticMarkup(<TimingBar {...props} texts={texts} />)
  return {
    widths: [...markup.matchAll(/<rect[^>]* width="([^"]+)"/g)].map(([, width]) => width),
    values: [...markup.matchAll(/<dd[^>]*>([^<]*)/g)].map(([, value]) => value),
    total: /<p[^>]*>([^<]*)/.exec(markup)?.[1],
  }
}

test.each([
  [
    { token: 30, balance: 10 },
    { widths: ['15%', '5%'], values: ['30 ms', '10 ms'], total: '40 ms of 200 ms' },
  ],
  [
    { token: 'Reused', balance: 1500 },
    { widths: ['75%'], values: ['Reused', '1500 ms'], total: '1500 ms of 2 s' },
  ],
  [{ token: 5000 }, { widths: ['50%'], values: ['5000 ms', '–'], total: '5000 ms of 10 s' }],
  [{}, { widths: [], values: ['–', '–'], total: '0 ms of 200 ms' }],
])('%o is drawn on a scale that other calls have too', (props, shown) => {
  expect(read(props)).toEqual(shown)
})
