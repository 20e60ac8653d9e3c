import { ChildProcess } from 'node:child_process'
import { Client } from 'pg'
import { vi } from 'vitest'

// `npm run test:unit` takes seconds because nothing here starts a program or opens a database.
Client.prototype.connect = () => {
  throw new Error('A unit test opens a database: name its file *.db.test.ts.')
}
Object.assign(ChildProcess.prototype, {
  spawn() {
    throw new Error('A unit test starts a program: name its file *.process.test.ts.')
  },
})

// A link looks for Next's router when it is rendered.
vi.mock('next/navigation', async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }))
