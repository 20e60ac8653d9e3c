import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import failures from '@/generated/messages/failures'

type Submitted = { target: { elements: object[] } }
let submit: (event: Submitted) => void

beforeAll(() => {
  const addEventListener = (_name: string, listen: typeof submit) => {
    submit = listen
  }
  vi.stubGlobal('document', { addEventListener, documentElement: { dataset: {} } })
})
afterAll(() => vi.unstubAllGlobals())

test('whatever becomes of a form, its page shows what was typed, but for passwords and codes', async () => {
  const { ErrorFallback } = await import('./failure')
  const { FailureTextsProvider } = await import('./failure-texts')
  const typed = (name: string, value: string) => ({ name, value, labels: null, matches: () => true })
  const elements = [typed('reason', 'As agreed'), typed('password', 'hunter2'), typed('code', '123456')]
  submit({ target: { elements } })
  const render = (error: Error) =>
    renderToStaticMarkup(
      <FailureTextsProvider texts={failures.en}>
        <ErrorFallback error={error} retry={() => {}} />
      </FailureTextsProvider>,
    )
  const failed = render(Object.assign(new Error(), { digest: '4711' }))
  expect(failed).toMatch(/500 · .*4711.*As agreed/)
  const lost = render(new TypeError('network error'))
  expect(lost).toMatch(/We couldn’t load this page.*As agreed/)
  for (const html of [failed, lost]) expect(html).not.toMatch(/hunter2|123456/)
})
