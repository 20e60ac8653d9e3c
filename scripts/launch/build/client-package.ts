import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { projectRoot } from '../root'
import { runNode } from './run'
import { hashSources } from './sources'

const source = join(projectRoot, 'clients/typescript')
const module = join(projectRoot, 'generated/client-package.ts')
const blockBytes = 512
/** What the package is made from. Its types, `src/api.ts`, are made from what the OpenAPI document is. */
const inputs = [
  'app/docs/openapi',
  'components',
  'lib',
  'messages/en',
  'scripts/launch/build/client-package.ts',
  'scripts/launch/build/client-types.ts',
  ...readdirSync(source)
    .filter((name) => name !== 'src')
    .map((name) => `clients/typescript/${name}`),
  ...readdirSync(join(source, 'src'))
    .filter((name) => name !== 'api.ts')
    .map((name) => `clients/typescript/src/${name}`),
]

/**
 * Makes the package of the client for TypeScript, as `npm pack` does, in a module that the portal serves it
 * from; unless it exists for these sources. The same sources give the same bytes: package managers compare
 * them.
 */
export async function generateClientPackage(): Promise<void> {
  const mark = `// ${hashSources(inputs)}\n`
  if (existsSync(module) && readFileSync(module, 'utf8').startsWith(mark)) return
  await runNode('The types of the client', ['--import', 'tsx', 'scripts/launch/build/client-types.ts'], {})
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  try {
    const compile = (project: string, outDir: string) =>
      runNode('The client', ['node_modules/typescript/bin/tsc', '--project', project, '--outDir', outDir], {})
    await compile(source, folder)
    await compile(join(source, 'tsconfig.cjs.json'), join(folder, 'cjs'))
    writeFileSync(join(folder, 'cjs', 'package.json'), '{"type":"commonjs"}\n')
    const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
    const content = pack(folder).toString('base64')
    writeFileSync(
      module,
      `${mark}export const clientPackage = { name: '${name}-${version}.tgz', content: '${content}' }\n`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A tar archive (POSIX ustar), compressed. */
function pack(compiled: string): Buffer {
  const files: [string, Buffer][] = [
    ...['README.md', 'package.json'].map((name): [string, Buffer] => [
      name,
      readFileSync(join(source, name)),
    ]),
    ...readdirSync(compiled, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(compiled, join(entry.parentPath, entry.name)))
      .sort()
      .map((name): [string, Buffer] => [`dist/${name}`, readFileSync(join(compiled, name))]),
  ]
  const parts = files.flatMap(([name, content]) => [describeFile(name, content.length), pad(content)])
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * blockBytes)]), { level: 9 })
}

function describeFile(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(`package/${name}`, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  // As `npm pack` dates its files.
  header.write(octal(Date.UTC(1985, 9, 26, 8, 15) / 1000, 11), 136)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

function pad(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc(-content.length & (blockBytes - 1))])
}
