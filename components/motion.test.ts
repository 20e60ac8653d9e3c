import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const css = readFileSync(join(root, 'app/globals.css'), 'utf8')

/** Longer on purpose: the wait for a page, and what counters do. */
const exceptions = ['navigation-progress', 'print', 'drop', 'lift', 'rise', 'none']

function milliseconds(text: string): number[] {
  return [...text.matchAll(/\b(\d*\.?\d+)(ms|s)\b/g)].map(([, number, unit]) =>
    unit === 's' ? Number(number) * 1000 : Number(number),
  )
}

test('what moves takes 150 to 200 ms', () => {
  const [moving = ''] = css.split('@media (prefers-reduced-motion')
  const rules = [...moving.matchAll(/^\s*(?:animation|transition)(?:-duration)?:([^;]+);/gm)]
    .map(([, value = '']) => value.trim())
    .filter((value) => !exceptions.some((name) => value.startsWith(name)))
  expect(rules.length).toBeGreaterThan(3)
  for (const rule of rules)
    for (const duration of milliseconds(rule)) {
      expect(duration, rule).toBeGreaterThanOrEqual(150)
      expect(duration, rule).toBeLessThanOrEqual(200)
    }
})

// Tailwind's own transitions take 150 ms.
test('no class moves for another time', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  expect(files.length).toBeGreaterThan(200)
  const odd = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\b(?:duration-(?!150|200)[\w[\]]+|animate-[\w[]+)/g,
      ),
    ].map(([found]) => `${file}: ${found}`),
  )
  expect(odd).toEqual([])
})

test('with reduced motion nothing moves, and nothing is repeated', () => {
  const [, still = ''] = css.split('@media (prefers-reduced-motion: reduce) {')
  const [rules = ''] = still.split(/^}/m)
  expect(rules).toMatch(/animation-duration: 0\.01ms/)
  expect(rules).toMatch(/\.ticket,\s+\[data-prints\] \.paper \{\s+animation: none/)
  expect(rules).toMatch(/transition-duration: 0\.01ms/)
  expect(css).not.toMatch(/infinite/)
})
