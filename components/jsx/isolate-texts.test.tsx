import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

function Named({ name, children }: { name: string; children?: React.ReactNode }) {
  return (
    <p>
      {name}: {children}
    </p>
  )
}

test.each([
  [<p key="1">alone</p>, '<p>alone</p>'],
  [<p key="2">{1} call </p>, '<p><span>1</span><span> call </span></p>'],
  [<p key="3">{['one', <b key="two">two</b>]}</p>, '<p><span>one</span><b>two</b></p>'],
  [
    <p key="4">
      {false && 'never'}
      {'now'}
    </p>,
    '<p><span>now</span></p>',
  ],
  // biome-ignore lint/complexity/noUselessFragments: what a component returns that returns a text
  [<>{'text'}</>, '<span>text</span>'],
  [
    <Named key="6" name="Sum">
      {'of'} <b>two</b>
    </Named>,
    '<p><span>Sum</span><span>: </span><span>of</span> <b>two</b></p>',
  ],
  [<option key="7">{['one', 'two']}</option>, '<option>onetwo</option>'],
])('a text with siblings has its own element (%#)', (node, markup) => {
  expect(renderToStaticMarkup(node)).toBe(markup)
})
