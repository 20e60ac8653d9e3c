import { afterAll, expect, test, vi } from 'vitest'
import { closeDatabase, connectTo } from '@/lib/database'
import { newId } from '@/lib/ids'
import { findCurrentDeveloper, findPendingDeveloper, requireDeveloper } from './session'

// As in next-auth: whatever a callback throws ends the session.
vi.mock('next-auth', () => ({
  getServerSession: async ({ callbacks }: { callbacks: { session(given: object): unknown } }) => {
    const token = { developerId: newId(), sessionId: newId(), sessionVersion: 0 }
    try {
      return await callbacks.session({ session: { expires: '' }, token })
    } catch {
      return null
    }
  },
}))

afterAll(closeDatabase)

test('an outage of the database signs no one out: it is an error and not the end of a session', async () => {
  connectTo('postgres://nobody@127.0.0.1:1/none')
  for (const read of [findCurrentDeveloper, findPendingDeveloper, requireDeveloper])
    await expect(read()).rejects.toThrow(/ECONNREFUSED|reach/i)
})
