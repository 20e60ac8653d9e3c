import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNode } from '@/scripts/launch/build/run'
import { projectRoot } from '@/scripts/launch/root'
import { testFolder } from '../folders'
import { weighPages } from './first-load'

const folder = join(testFolder, 'empty-page')

const files = {
  'app/layout.js':
    'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html> }\n',
  'app/page.js': 'export default function Page() { return <main>Empty</main> }\n',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(projectRoot)} } }\n`,
  'package.json': '{ "private": true, "type": "module" }\n',
}

/**
 * The gzipped bytes that an empty page of the installed Next and React loads: the baseline for ours. It is built once
 * for each version of them.
 */
export async function weighEmptyPage(): Promise<number> {
  const versions = ['next', 'react', 'react-dom'].map(versionOf).join(' ')
  const marker = join(folder, 'made-from')
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== versions) {
    mkdirSync(join(folder, 'app'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', __NEXT_PROCESSED_ENV: 'true' }
    await runNode('The build of an empty page', ['node_modules/next/dist/bin/next', 'build', folder], env)
    writeFileSync(marker, versions)
  }
  const page = weighPages(folder, '.next').find((each) => each.page === '/')
  if (!page) throw new Error('The empty page was not built.')
  return page.bytes
}

function versionOf(name: string): string {
  const path = join(projectRoot, 'node_modules', name, 'package.json')
  return `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`
}
