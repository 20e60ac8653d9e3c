import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeBillOfMaterials } from './build/bill-of-materials'
import { defaultTarget } from './build/build'
import { projectRoot } from './root'

const outDir = join(projectRoot, defaultTarget.outDir)
mkdirSync(outDir, { recursive: true })
const path = await writeBillOfMaterials(outDir)
process.stdout.write(`${relative(projectRoot, path)}\n`)
