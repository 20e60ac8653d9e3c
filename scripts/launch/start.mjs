// `npm start`. Plain JavaScript without dependencies: it runs before they are installed.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies } from './install.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

process.chdir(root)
await installDependencies()
// Loaded only now: before the line above esbuild may not have been installed.
const { bundle } = await import('./bundle.mjs')
const outDir = join(root, process.env.BUILD_DIR || '.build')
bundle(root, { start: 'scripts/launch/start/main.ts' }, outDir)
await import(pathToFileURL(join(outDir, 'start.js')).href)
