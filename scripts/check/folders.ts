import { join } from 'node:path'
import type { BuildTarget } from '../launch/build/build'
import { projectRoot } from '../launch/root.ts'

/** Everything that a test run writes, except the two build folders. Git ignores it. */
export const testFolder = join(projectRoot, '.test')
/** Modules that vitest has transformed, by their content: a module that is only renamed would not be found. */
export const transformed = join(testFolder, 'transformed')
/** The journeys' build of the product, next to the one that `npm start` serves. */
export const buildTarget: BuildTarget = { distDir: '.next-test', outDir: '.build-test' }
/** The journeys' output, and the data folder of their product. */
export const journeysFolder = join(testFolder, 'journeys')
export const journeysData = join(journeysFolder, 'data')
/** The data folder of the demo that pictures are taken from. */
export const demoData = join(journeysData, 'demo')
