import { join } from 'node:path'
import type { BuildTarget } from '../launch/build/build'
import { projectRoot } from '../launch/root'

/** Everything that a test run writes, except the two build folders. Git ignores it. */
export const testFolder = join(projectRoot, '.test')
export const logs = join(testFolder, 'logs')
export const reports = join(testFolder, 'reports')
/** The journeys' build of the product, next to the one that `npm start` serves. */
export const buildTarget: BuildTarget = { distDir: '.next-test', outDir: '.build-test' }
/** The journeys' output, and the data folder of their product. */
export const journeysFolder = join(testFolder, 'journeys')
export const journeysData = join(journeysFolder, 'data')
