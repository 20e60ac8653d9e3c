import { expect, test } from 'vitest'
import { isSettled } from './checklist'

const seen = { submittedAt: new Date() }
const fresh = { submittedAt: null }

test.each([
  ['to be replaced', { required: true, verdict: 'replace', document: seen }, false],
  ['accepted', { required: true, verdict: 'accepted', document: seen }, true],
  ['without a verdict', { required: true, verdict: null, document: seen }, true],
  ['replaced since', { required: true, verdict: null, document: fresh }, false],
  ['required and missing', { required: true, verdict: null, document: null }, false],
  ['optional and not given', { required: false, verdict: null, document: null }, true],
] as const)('after changes were requested, a document %s is settled: %o', (_what, item, settled) => {
  expect(isSettled(item)).toBe(settled)
})
