import { ChildProcess } from 'node:child_process'
import { Client } from 'pg'

// `npm run test:unit` takes seconds because nothing here starts a program or opens a database. A test file is put into
// a project by its imports (scripts/check/projects.ts); these two catch what imports don't show.
Client.prototype.connect = () => {
  throw new Error('A unit test opens a database: import createTestDatabase or a helper of test/ that does.')
}
Object.assign(ChildProcess.prototype, {
  spawn() {
    throw new Error('A unit test starts a program: add the module that does to scripts/check/projects.ts.')
  },
})
