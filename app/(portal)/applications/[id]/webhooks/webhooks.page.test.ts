import { expect, test } from 'vitest'
import { database } from '@/lib/database'
import { newId } from '@/lib/ids'
import { loadPage } from '@/test/access/load-page'
import { withScene } from '@/test/access/scene'

const { scene } = withScene()

function add(url: string) {
  const { applicationId } = scene.sandbox
  const events = ['secret.rotated']
  return database().webhookEndpoint.create({ data: { id: newId(), applicationId, url, events } })
}

function load() {
  return loadPage(
    '(portal)/applications/[id]/webhooks/page',
    { id: scene.sandbox.applicationId },
    scene.owner.claims,
  )
}

/** Each row with whether it is open: the first heading in it, and what its summary says. */
async function loadRows() {
  return [...(await load()).matchAll(/<details([^>]*)><summary[^>]*>(.*?)<\/summary>/gs)]
    .map(([, attributes = '', summary = '']) => [
      summary.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '),
      attributes,
    ])
    .filter(([summary]) => /Details|Add/.test(summary ?? ''))
    .map(([summary, attributes]) => [summary, attributes?.includes('open=""')])
}

test('endpoints are rows, of which the only one is open, and a row for another follows; the form alone, while there is none', async () => {
  expect(await loadRows()).toEqual([])
  await add('https://one.example.com/')
  expect(await loadRows()).toEqual([
    [expect.stringMatching(/one\.example\.com.* 1 event Details Close/), true],
    [expect.stringMatching(/Add an endpoint/), false],
  ])
  expect((await load()).match(/Nothing has been sent yet/g)).toHaveLength(1)
  await add('https://two.example.com/')
  expect((await loadRows()).map(([, isOpen]) => isOpen)).toEqual([false, false, false])
})
