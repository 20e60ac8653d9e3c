import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findConcerned, findTouched } from './concerned'

const schema = {
  sql: `CREATE TABLE "application" ();
CREATE TABLE "passkey" ();
CREATE TABLE "access_token" ();
CREATE TYPE "state" AS ENUM ();
CREATE FUNCTION mint(application uuid) RETURNS void AS $$ INSERT INTO access_token VALUES (1) $$;
CREATE FUNCTION mint_all() RETURNS void AS $$ SELECT mint(id) FROM passkey $$;`,
  prisma: `model Developer {
  passkeys Passkey[]
}
model Passkey {
  id String
  @@map("passkey")
}`,
}

function touchedBy(sql: string): string[] {
  return [...findTouched([sql], schema)].sort()
}

test('a migration touches the tables and types it names, and the functions that use them', () => {
  expect(touchedBy('ALTER TABLE "passkey" ADD COLUMN "x" text;')).toEqual(['mint_all', 'passkey'])
  expect(touchedBy('UPDATE access_token SET x = 1')).toEqual(['access_token', 'mint', 'mint_all'])
  expect(touchedBy('ALTER TABLE application ADD COLUMN y "state";')).toEqual(['application', 'state'])
})

test('comments, texts, and what only a new table refers to are not touched', () => {
  const added =
    'CREATE TABLE "new" ("x" "state"); ALTER TABLE "new" ADD FOREIGN KEY (y) REFERENCES "application"(id);'
  expect(touchedBy(`-- The passkey's.\n${added}\nCREATE TYPE "scope" AS ENUM ('application');`)).toEqual([])
})

test('a test is concerned by its own SQL, and by the models, relations and functions of what it imports', () => {
  const root = mkdtempSync(join(tmpdir(), 'concerned-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const files = {
    'lib/sql.test.ts': 'sql(`SELECT 1 FROM passkey`)',
    'lib/model.test.ts': "import { list } from './queries'",
    'lib/queries.ts': 'prisma.passkey.findMany()',
    'app/relation.test.ts': "import { find } from '@/lib/relation'",
    'lib/relation.ts': 'find({ passkeys: { where } })',
    'lib/function.test.ts': "query('SELECT mint_all()')",
    'lib/other.test.ts': "import { x } from '@/test/passkeys'; const passkey = 1",
    'test/passkeys.ts': 'prisma.passkey.create()',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const tests = Object.keys(files).filter((file) => file.includes('.test.'))
  const touched = new Set(touchedBy('ALTER TABLE "passkey" ADD COLUMN "x" text;'))
  const others = tests.filter((file) => file !== 'lib/other.test.ts')
  expect(findConcerned(root, tests, touched, schema)).toEqual(others)
  expect(findConcerned(root, tests, new Set(), schema)).toEqual([])
})
