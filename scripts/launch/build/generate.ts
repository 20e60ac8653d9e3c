import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../root'
import { generateLanguages } from './languages'
import { runNode } from './run'
import { hashSources } from './sources'

const folder = join(projectRoot, 'generated', 'prisma')
const marker = join(folder, 'made-from')

/** Generates what sources import: the list of languages and, unless it exists for this schema, Prisma's client. */
export async function generateSources(): Promise<void> {
  generateLanguages()
  await generateClient()
}

/** In `generated/prisma`. Needs no network. */
async function generateClient(): Promise<void> {
  const sources = hashSources(['prisma/schema', 'prisma.config.ts', 'node_modules/prisma/package.json'])
  if (existsSync(marker) && readFileSync(marker, 'utf8') === sources) return
  await runNode('prisma generate', ['node_modules/prisma/build/index.js', 'generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: join(projectRoot, 'scripts/launch/prisma-engine-stub'),
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  })
  writeFileSync(marker, sources)
}
